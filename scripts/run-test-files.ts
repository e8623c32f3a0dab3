// Runs a few test files in one process. The process has its own group, which is killed at the end, so that nothing the
// tests started is left running.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestCounts } from './check.ts'
import { projectRoot } from './project-files.ts'
import type { TestMessage } from './test-reporter.ts'

/** `titles` are those of the groups and of the test, and empty if no single test has failed. */
export type Failure = { titles: string[]; location: string; error: string }
export type Duration = { file: string; title: string; ms: number }
type FilesResult = TestCounts & {
  failures: Failure[]
  durations: Duration[]
  /** How many tests of each file have ended. */
  testsIn: Map<string, number>
  output: string
}

/** `name` is text of the test's title, or a regular expression between slashes. `onTestEnded` gets the test's file. */
export type RunOptions = { name?: string; onTestEnded?: (file: string) => void }

/** `abnormalExit` says how the process ended if it did not exit with code 0. */
type RunResult = { messages: TestMessage[]; output: string; abnormalExit: string | null }

/** Sources are stripped and compiled once, not for every process. */
const compileCache = join(projectRoot, 'node_modules/.cache/tests')

/**
 * A large young generation is used: most objects die before a collection, which saves a tenth of the processor time.
 */
const memoryFlags = ['--min-semi-space-size=16', '--max-semi-space-size=64']
const nodeFlags = [...memoryFlags, '--test', '--test-isolation=none', '--test-reporter=./scripts/test-reporter.ts']
/** A process in which no test ends for this long is considered hung. */
const timeoutMs = 10 * 60_000
const running = new Set<number>()

process.on('exit', () => running.forEach(killGroup))

export async function runTestFiles(
  paths: string[],
  env: NodeJS.ProcessEnv,
  { name, onTestEnded = () => {} }: RunOptions = {},
): Promise<FilesResult> {
  const result = await runProcess(paths, env, patternOf(name), onTestEnded)
  const failures = result.messages.filter(message => message.type === 'failed')
  const counts = result.messages.find(message => message.type === 'counts')
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: failures.length, skipped: 0 }
  const processError = errorOutsideTests(counts, result, name)
  const warnings = result.messages.flatMap(message => (message.type === 'warning' ? [message.text] : []))
  const more = {
    failures,
    durations: durationsOf(result.messages),
    testsIn: testsIn(result.messages),
    output: result.output,
  }
  if (!processError) return { passed, failed, skipped, ...more }
  const error = [processError, ...warnings, ...unfinishedTests(result.messages)].join('\n')
  const location = paths.join(' ')
  failures.push({ type: 'failed', titles: [], location, error })
  return { passed, failed: failed + 1, skipped, ...more }
}

/** Returns the durations of the tests at the top of their files; each contains the time of the tests inside it. */
function durationsOf(messages: TestMessage[]): Duration[] {
  const ended = messages.filter(message => message.type === 'ended')
  return ended.filter(({ nesting }) => nesting === 0).map(({ file, title, ms }) => ({ file, title, ms }))
}

function testsIn(messages: TestMessage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const message of messages) {
    if (message.type !== 'ended' || message.isSuite) continue
    counts.set(message.file, (counts.get(message.file) ?? 0) + 1)
  }
  return counts
}

function patternOf(name: string | undefined): string[] {
  if (name === undefined) return []
  return [`--test-name-pattern=${/^\/.*\/[a-z]*$/.test(name) ? name : RegExp.escape(name)}`]
}

function runProcess(
  paths: string[],
  env: NodeJS.ProcessEnv,
  pattern: string[],
  onTestEnded: (file: string) => void,
): Promise<RunResult> {
  const child = spawn(process.execPath, [...nodeFlags, ...pattern, ...paths], {
    cwd: projectRoot,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const pid = child.pid as number
  running.add(pid)
  const result: RunResult = { messages: [], output: '', abnormalExit: null }
  const timer = setTimeout(() => {
    result.abnormalExit = `ended no test for ${timeoutMs / 60_000} minutes and was killed`
    killGroup(pid)
  }, timeoutMs)
  child.on('message', (message: TestMessage) => {
    timer.refresh()
    result.messages.push(message)
    if (message.type === 'ended' && !message.isSuite) onTestEnded(message.file)
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      result.output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      // Processes that the tests left running would keep the output open.
      killGroup(pid)
      running.delete(pid)
      result.abnormalExit ??= signal ? `was killed by ${signal}` : code ? `exited with code ${code}` : null
    })
    child.on('close', () => resolve(result))
  })
}

/** The error that occurred outside of any test. */
function errorOutsideTests(
  counts: TestCounts | undefined,
  { abnormalExit, messages }: RunResult,
  name: string | undefined,
): string | null {
  if (!counts && (abnormalExit || messages.length))
    return `The process ${abnormalExit ?? 'ended'} before all tests were done.`
  if (abnormalExit) return counts?.failed ? null : `The process ${abnormalExit} although no test failed.`
  const hasRun = counts && counts.passed + counts.failed + counts.skipped > 0
  return hasRun || name !== undefined ? null : 'The process exited normally, but ran no test.'
}

function unfinishedTests(messages: TestMessage[]): string[] {
  const titles = messages.flatMap(message => (message.type === 'started' ? [message.title] : []))
  for (const message of messages) {
    if (message.type === 'ended' && titles.includes(message.title)) titles.splice(titles.indexOf(message.title), 1)
  }
  return titles.map(title => `Not finished: ${title}`)
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
