// Loaded into every process that runs test files: tells the test run what begins, fails and how it ended. What passes is
// only counted; a thousand lines of good news hide the bad one.

import { AssertionError } from 'node:assert'
import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import { Transform } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { projectRoot } from './project-files.ts'

export type TestMessage =
  | { sort: 'begun' | 'ended'; title: string }
  | { sort: 'failed'; title: string; place: string; error: string }
  | { sort: 'warned'; text: string }
  | { sort: 'counted'; passed: number; failed: number; skipped: number }

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
    if (event.type === 'test:dequeue') keepCompiled()
    const message = messageFor(event)
    if (!message) return done()
    // Held until it is written: otherwise the process may end, its work done, before the last word is out.
    process.channel?.ref()
    process.send?.(message, () => {
      process.channel?.unref()
      done()
    })
  },
})

/** All is loaded when the first test begins. Not only at the end: a server that a test starts finds it compiled. */
function keepCompiled() {
  if (!isLoaded) flushCompileCache()
  isLoaded = true
}

function messageFor({ type, data }: TestEvent): TestMessage | null {
  if (type === 'test:dequeue') return { sort: 'begun', title: data.name }
  if (type === 'test:complete') return { sort: 'ended', title: data.name }
  if (type === 'test:start') titles.splice(data.nesting, Infinity, data.name)
  // A file that holds no test passes as if it were one, under its own name.
  if (type === 'test:pass' && data.file && data.name === data.file) return empty(data.file)
  if (type === 'test:fail' && isCause(data)) return failure(data, titles.slice(0, data.nesting + 1))
  // An error thrown after its test had ended comes as a remark.
  if (type === 'test:diagnostic' && /^(Error|Warning): /.test(data.message))
    return { sort: 'warned', text: data.message }
  if (type !== 'test:summary') return null
  const { tests, passed, skipped, todo } = data.counts
  const failed = tests - passed - skipped - todo + emptyFiles
  return { sort: 'counted', passed: passed - emptyFiles, failed, skipped: skipped + todo }
}

function empty(file: string): TestMessage {
  emptyFiles += 1
  const path = relative(projectRoot, file)
  return { sort: 'failed', title: path, place: path, error: 'The file ran no test.' }
}

/** A parent fails because of its children, and says nothing new. */
function isCause({ details, todo }: Failure) {
  return !todo && !('failureType' in details.error && details.error.failureType === 'subtestsFailed')
}

function failure({ file, line, details }: Failure, titles: string[]): TestMessage {
  const place = file ? `${relative(projectRoot, file)}:${line}` : ''
  return { sort: 'failed', title: titles.join(' › '), place, error: describe(details.error.cause ?? details.error) }
}

function describe(cause: unknown): string {
  if (typeof cause === 'string') return cause
  // The properties of a failed assertion only repeat its message.
  const text = cause instanceof AssertionError ? cause.stack : undefined
  return withoutInnards(text ?? inspect(cause, { depth: 10 }))
}

/** Without the calls inside Node; the brace that opens the properties of an error stands on the last of them. */
function withoutInnards(error: string): string {
  return error.replace(/(?:\n\s+at [^\n]*\bnode:[^\n]*?)+( \{)?(?=\n|$)/g, '$1')
}
