// What this process passes to a command line: its streams, environment and Ctrl-C.

import type { CommandIo } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { terminalInput } from './read-secret.ts'

export function processIo(): CommandIo {
  const abort = new AbortController()
  // A second Ctrl-C ends the process at once, because the handler is gone.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // A closed pipe, as after `| head`, is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { env: environment, stdin, stdout, stderr } = process
  return { environment, input: terminalInput, stdin, stdout, stderr, signal: abort.signal }

  function stop() {
    abort.abort()
    setTimeout(() => process.exit(exitCodes.canceled), graceMs).unref()
  }
}

/** What a command has to clean up, such as an unfinished file. */
const graceMs = 1_000
