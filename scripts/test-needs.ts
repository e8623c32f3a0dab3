// Which test files need which programs of the machine. What is missing is installed if possible; otherwise `npm test`
// leaves these files out and says so, and `npm test -- --full` ends with an error.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, readPackages } from './import-graph.ts'
import { isCode, projectRoot, readProjectFile } from './project-files.ts'
import { acquireSetupLock } from './setup-lock.mjs'
import { testPrograms } from './setup-test-programs.mjs'
import { howToInstall, missingPrograms, type ProgramName } from './test-programs.mjs'
import type { Selection } from './test-stages.ts'

/** The only ones of `npm test`. */
export const usualPrograms: ProgramName[] = ['postgresql', 'redis', 'chromium']

/** Files that start programs. A test file needs those of all files that it imports, directly or not, and its own. */
const users: Record<string, ProgramName[]> = {
  'e2e/browser.ts': ['chromium'],
  'e2e/first-request.test.ts': ['curl'],
  'e2e/python-package.test.ts': ['mypy', 'pip', 'setuptools', 'wheel'],
  'e2e/python.ts': ['python'],
  'e2e/reverse-proxy.ts': ['nginx', 'caddy', 'haproxy'],
  'e2e/run-guide-program.ts': ['curl', 'python', 'php', 'ruby'],
  'e2e/signature-code.test.ts': ['python'],
  'scripts/deploy-files.test.ts': ['haproxy'],
  'scripts/test-servers.test.ts': ['postgresql', 'redis'],
  'server/platform/metrics/monitoring-files.test.ts': ['promtool'],
  'server/rendering/pictures/annotated-document.test.ts': ['poppler'],
  'server/rendering/pictures/draw-pdf.test.ts': ['poppler'],
  'server/testing/haproxy.ts': ['haproxy'],
  'server/testing/redis-proxy.ts': ['redis'],
  'torture/run-torture.ts': ['postgresql', 'redis', 'haproxy'],
}

/** `notes` say what was left out, and how to get what it needs. */
type RunnableTests = { selected: Selection[]; notes: string[] }

type Options = {
  candidates: ProgramName[]
  isFull: boolean
  /** For tests. */
  findMissing?: (names: ProgramName[]) => ProgramName[]
  install?: (names: ProgramName[]) => void
}

export function keepRunnable(
  selected: Selection[],
  { candidates, isFull, findMissing = missingPrograms, install = installPrograms }: Options,
): RunnableTests {
  const missing = findMissing(candidates)
  const needed = missing.length ? missing.filter(name => neededPrograms(selected).has(name)) : []
  if (!needed.length) return { selected, notes: [] }
  let reason = ''
  try {
    install(needed)
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
  }
  const absent = findMissing(needed)
  if (!absent.length) return { selected, notes: [] }
  if (isFull) throw new Error(`${absent.join(', ')} not found, which the tests of --full need.\n${reason}`)
  return leaveOut(selected, absent)
}

function installPrograms(names: ProgramName[]): void {
  const step = testPrograms(names)
  const release = acquireSetupLock(console.log)
  try {
    const description = step.pending()
    if (description) console.log(description)
    step.run()
  } finally {
    release()
  }
}

function leaveOut(selected: Selection[], absent: ProgramName[]): RunnableTests {
  const notes: string[] = []
  const kept = selected.flatMap(({ stage, files }): Selection[] => {
    const without = files.filter(path => !needsOf(stage, path).some(name => absent.includes(name)))
    const count = files.length - without.length
    if (count) notes.push(`${stage.name}: ${without.length ? `${count} of ${files.length}` : 'all'} test files`)
    return count && !without.length ? [] : [{ stage, files: without }]
  })
  const list = absent.join(', ')
  return {
    selected: kept,
    notes: [`Left out, because ${list} was not found:`, ...indentLines(notes), ...hint(absent)],
  }
}

function hint(absent: ProgramName[]): string[] {
  return [`To run them: ${howToInstall(absent)}`]
}

function indentLines(lines: string[]): string[] {
  return lines.map(line => `  ${line}`)
}

function neededPrograms(selected: Selection[]): Set<ProgramName> {
  return new Set(selected.flatMap(({ stage, files }) => files.flatMap(path => needsOf(stage, path))))
}

/** Redis is needed by a few files only, but a stage on PostgreSQL by all. */
function needsOf(stage: Selection['stage'], path: string): ProgramName[] {
  const own = programsOf(path)
  return stage.servers.includes('postgresql') ? ['postgresql', ...own] : own
}

const known = new Map<string, ProgramName[]>()

function programsOf(test: string): ProgramName[] {
  const found = known.get(test)
  if (found) return found
  const files = new Set([test])
  for (const file of files) for (const imported of listImportsOf(file)) files.add(imported)
  const programs = [...files].flatMap(file => users[file] ?? [])
  known.set(test, programs)
  return programs
}

const imports = new Map<string, string[]>()
let packages: ReturnType<typeof readPackages> | undefined

function listImportsOf(file: string): string[] {
  const found = imports.get(file)
  if (found) return found
  packages ??= readPackages()
  const isRead = isCode(file) && existsSync(join(projectRoot, file))
  const files = isRead ? importsOf(file, readProjectFile(file), packages).flatMap(one => one.file ?? []) : []
  imports.set(file, files)
  return files
}
