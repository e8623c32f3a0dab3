// Records where statements come from: engine, file and function of each place that runs one, and the test file that was
// running. The test run compares the engines: a place that no test runs on PostgreSQL is tested on SQLite only.

import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getTestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DefaultQueryExecutor, SqliteAdapter } from 'kysely'

const projectRoot = join(import.meta.dirname, '../..')

/** Generic statements: the place is the function that calls them. */
const helpers = 'server/platform/sql/'
const rowWriters = `${helpers}write-rows.ts`

/** Kysely calls at most five functions of its own, and the helpers fewer. */
const maxFrames = 14

/** Appends lines of `engine`, `file:function` and test file to a file of this process in the folder. */
export function recordStatements(folder: string): void {
  const known = new Set<string>()
  const record = (executor: DefaultQueryExecutor, isOfRowWriters: boolean) => {
    const place = findPlace(isOfRowWriters)
    if (!place) return
    const engine = executor.adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
    const line = [engine, place, testFile()].join('\t')
    if (known.has(line)) return
    known.add(line)
    appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
  }
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype)
  for (const [prototype, method] of [
    [base, 'executeQuery'],
    [base, 'stream'],
    // The helpers that write rows use the connection itself on SQLite.
    [DefaultQueryExecutor.prototype, 'provideConnection'],
  ] as const) {
    const original = prototype[method]
    prototype[method] = function (this: DefaultQueryExecutor, ...args: unknown[]) {
      record(this, method === 'provideConnection')
      return original.apply(this, args)
    }
  }
}

function findPlace(isOfRowWriters: boolean): string | null {
  const frames = callSites()
  const first = frames.find(frame => fileOf(frame) !== null)
  if (!first || (isOfRowWriters && fileOf(first) !== rowWriters)) return null
  const caller = frames.find(frame => !(fileOf(frame) ?? helpers).startsWith(helpers)) ?? first
  const file = fileOf(caller)
  // Statements of tests are not compared, and tools run none of their own.
  if (!file?.startsWith('server/') || /\.test\.ts$|\/testing\/|^server\/tools\//.test(file)) return null
  const named = frames.slice(frames.indexOf(caller)).find(frame => fileOf(frame) === file && frame.getFunctionName())
  return `${file}:${named?.getFunctionName() ?? caller.getLineNumber()}`
}

function callSites(): NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.prepareStackTrace = (_, sites) => sites
  Error.stackTraceLimit = maxFrames
  const holder = {} as { stack: NodeJS.CallSite[] }
  Error.captureStackTrace(holder, findPlace)
  const { stack } = holder
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return stack
}

const files = new Map<string, string | null>()

/** Relative to the project; null for code of packages, of Node, and of this file. */
function fileOf(site: NodeJS.CallSite): string | null {
  const name = site.getFileName()
  if (!name?.startsWith('file:')) return null
  const known = files.get(name)
  if (known !== undefined) return known
  const path = relative(projectRoot, fileURLToPath(name))
  const isForeign = path.startsWith('..') || path.includes('node_modules') || path === ownFile
  const file = isForeign ? null : path
  files.set(name, file)
  return file
}

const ownFile = relative(projectRoot, import.meta.filename)

function testFile(): string {
  const path = getTestContext()?.filePath
  return path ? relative(projectRoot, path) : ''
}
