// Which files the project consists of, without asking git: the checks also run where a checkout was copied.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..')

const passedOver = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])

/** Paths relative to the project, with forward slashes, in a stable order. */
export function listProjectFiles(accepts: (path: string) => boolean, folder = projectRoot): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(entry => !passedOver.has(entry.name))
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

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}
