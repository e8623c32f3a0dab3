// Lists and reads the files of the project. It does not ask git, because the checks also run on a copy of a checkout.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..')

const ignoredFolders = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.node'])

/** Returns paths relative to the project, with forward slashes, in a stable order. */
export function listProjectFiles(accepts: (path: string) => boolean, folder = projectRoot): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(entry => !ignoredFolders.has(entry.name))
  const paths = entries.flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listProjectFiles(accepts, path)
    return entry.isFile() ? [relative(projectRoot, path).replaceAll(sep, '/')].filter(accepts) : []
  })
  return paths.sort()
}

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path)
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Matches tests, and code that only tests, benchmarks and development use: the import rules do not apply to them. */
export function isTestOnly(path: string): boolean {
  return isTest(path) || /^(bench|e2e|scripts|torture|server\/tests)\/|\/testing\//.test(path)
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}
