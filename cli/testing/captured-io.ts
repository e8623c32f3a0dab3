// The streams of a command line in a test: what is printed is kept, and nobody is there to ask.

import { Readable } from 'node:stream'
import type { CommandIo, Output } from '../command.ts'

export interface CapturedIo {
  readonly io: CommandIo
  readonly printed: { stdout: string; stderr: string }
}

export function capturedIo(given: Partial<CommandIo> = {}): CapturedIo {
  const printed = { stdout: '', stderr: '' }
  const output = (name: keyof typeof printed): Output => ({
    write: text => {
      printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    },
  })
  const io: CommandIo = {
    environment: {},
    input: {
      isTerminal: false,
      readAll: async () => '',
      prompt: () => Promise.reject(new Error('nobody is there to ask')),
    },
    stdin: Readable.from([]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    signal: new AbortController().signal,
    ...given,
  }
  return { io, printed }
}
