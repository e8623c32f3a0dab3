// Loaded into every process that runs test files: reports to the test run what starts, fails and ends. Passed tests are
// only counted, so that failures are not lost among them.

import { AssertionError } from 'node:assert'
import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import { Transform } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { projectRoot } from './project-files.ts'

export type TestMessage =
  | { type: 'started'; title: string }
  | { type: 'ended'; title: string; file: string; nesting: number; isSuite: boolean; ms: number }
  | { type: 'failed'; titles: string[]; location: string; error: string }
  | { type: 'warning'; text: string }
  | { type: 'counts'; passed: number; failed: number; skipped: number }

type CompletedTest = Extract<TestEvent, { type: 'test:complete' }>['data']
type Failure = Extract<TestEvent, { type: 'test:fail' }>['data']

// Neither this process nor what its tests started may outlive the test run, even one that was killed.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.channel?.unref()

const titles: string[] = []
let emptyFiles = 0
let isLoaded = false

export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    if (event.type === 'test:dequeue') flushCompiledSources()
    const message = messageFor(event)
    if (!message) return done()
    // The channel is held open until the message is written: otherwise the process may exit before that.
    process.channel?.ref()
    process.send?.(message, () => {
      process.channel?.unref()
      done()
    })
  },
})

/** When the first test starts, everything is loaded. Not at the end, so that servers that tests start can use the cache. */
function flushCompiledSources() {
  if (!isLoaded) flushCompileCache()
  isLoaded = true
}

function messageFor({ type, data }: TestEvent): TestMessage | null {
  if (type === 'test:dequeue') return { type: 'started', title: data.name }
  if (type === 'test:complete') return describeEnd(data)
  if (type === 'test:start') titles.splice(data.nesting, Infinity, data.name)
  // A file without tests is reported as one passed test with the name of the file.
  if (type === 'test:pass' && data.file && data.name === data.file) return emptyFile(data.file)
  if (type === 'test:fail' && isCause(data)) return failure(data, titles.slice(0, data.nesting + 1))
  // An error thrown after its test has ended is reported as a diagnostic.
  if (type === 'test:diagnostic' && /^(Error|Warning): /.test(data.message))
    return { type: 'warning', text: data.message }
  if (type !== 'test:summary') return null
  const { tests, passed, skipped, todo } = data.counts
  const failed = tests - passed - skipped - todo + emptyFiles
  return { type: 'counts', passed: passed - emptyFiles, failed, skipped: skipped + todo }
}

function describeEnd({ name, file, nesting, details }: CompletedTest): TestMessage {
  const path = file ? relative(projectRoot, file) : ''
  return { type: 'ended', title: name, file: path, nesting, isSuite: details.type === 'suite', ms: details.duration_ms }
}

function emptyFile(file: string): TestMessage {
  emptyFiles += 1
  const path = relative(projectRoot, file)
  return { type: 'failed', titles: [], location: path, error: 'The file ran no test.' }
}

/** A parent that failed because of its children reports nothing new. */
function isCause({ details, todo }: Failure) {
  return !todo && !('failureType' in details.error && details.error.failureType === 'subtestsFailed')
}

function failure({ file, line, details }: Failure, titles: string[]): TestMessage {
  const location = file ? `${relative(projectRoot, file)}:${line}` : ''
  return { type: 'failed', titles, location, error: describe(details.error.cause ?? details.error) }
}

function describe(cause: unknown): string {
  if (typeof cause === 'string') return cause
  // The properties of a failed assertion only repeat its message.
  const text = cause instanceof AssertionError ? cause.stack : undefined
  return withoutNodeFrames(text ?? inspect(cause, { depth: 10 }))
}

/** Removes the stack frames inside Node. The brace that opens an error's properties is on the last of them. */
function withoutNodeFrames(error: string): string {
  return error.replace(/(?:\n\s+at [^\n]*\bnode:[^\n]*?)+( \{)?(?=\n|$)/g, '$1')
}
