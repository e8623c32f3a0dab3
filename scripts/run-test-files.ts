// Runs a few test files in one process, and that process in a group of its own, so that nothing it started is left
// behind, however it ends.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Tally } from './check.ts'
import { projectRoot } from './project-files.ts'
import type { TestMessage } from './test-reporter.ts'

type Failure = { title: string; place: string; error: string }
type FilesResult = Tally & { failures: Failure[]; output: string }

type Ending = { messages: TestMessage[]; output: string; how: string | null }

/** Sources that were stripped and compiled for one file are not again for the next. */
const compileCache = join(projectRoot, 'node_modules/.cache/tests')

/** Room for what is young: most of it is gone before it would be looked at, which saves a tenth of all the work. */
const room = ['--min-semi-space-size=16', '--max-semi-space-size=64']
const together = [...room, '--test', '--test-isolation=none', '--test-reporter=./scripts/test-reporter.ts']
const longestRunMs = 10 * 60_000
const running = new Set<number>()

process.on('exit', () => running.forEach(endGroup))

export async function runTestFiles(paths: string[], env: NodeJS.ProcessEnv, name?: string): Promise<FilesResult> {
  const ending = await runToEnd(paths, env, name)
  const failures = ending.messages.filter(message => message.sort === 'failed')
  const counted = ending.messages.find(message => message.sort === 'counted')
  const { passed, failed, skipped } = counted ?? { passed: 0, failed: failures.length, skipped: 0 }
  const fault = faultOutside(counted, ending, name)
  const warnings = ending.messages.flatMap(message => (message.sort === 'warned' ? [message.text] : []))
  if (!fault) return { passed, failed, skipped, failures, output: ending.output }
  const error = [fault, ...warnings, ...unfinished(ending.messages)].join('\n')
  const place = paths.join(' ')
  failures.push({ sort: 'failed', title: place, place, error })
  return { passed, failed: failed + 1, skipped, failures, output: ending.output }
}

function runToEnd(paths: string[], env: NodeJS.ProcessEnv, name: string | undefined): Promise<Ending> {
  const pattern = name === undefined ? [] : [`--test-name-pattern=${name}`]
  const child = spawn(process.execPath, [...together, ...pattern, ...paths], {
    cwd: projectRoot,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const pid = child.pid as number
  running.add(pid)
  const ending: Ending = { messages: [], output: '', how: null }
  const timer = setTimeout(() => {
    ending.how = `was still running after ${longestRunMs / 60_000} minutes and was ended`
    endGroup(pid)
  }, longestRunMs)
  child.on('message', message => ending.messages.push(message as TestMessage))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      ending.output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      // What it started and did not end would hold its output open.
      endGroup(pid)
      running.delete(pid)
      ending.how ??= signal ? `was ended by ${signal}` : code ? `ended with exit code ${code}` : null
    })
    child.on('close', () => resolve(ending))
  })
}

/** What went wrong outside of any test. */
function faultOutside(counted: Tally | undefined, { how, messages }: Ending, name: string | undefined): string | null {
  if (!counted && (how || messages.length)) return `It ${how ?? 'ended'} before all tests were done.`
  if (how) return counted?.failed ? null : `It ${how} although no test failed.`
  const hasRun = counted && counted.passed + counted.failed + counted.skipped > 0
  return hasRun || name !== undefined ? null : 'It ended well, but ran no test.'
}

function unfinished(messages: TestMessage[]): string[] {
  const titles = messages.flatMap(message => (message.sort === 'begun' ? [message.title] : []))
  for (const message of messages) {
    if (message.sort === 'ended' && titles.includes(message.title)) titles.splice(titles.indexOf(message.title), 1)
  }
  return titles.map(title => `Not finished: ${title}`)
}

function endGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
