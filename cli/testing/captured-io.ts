// The streams of a command line in a test: records what is printed, and refuses prompts.

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
      prompt: () => Promise.reject(new Error('tests cannot answer a prompt')),
    },
    stdin: Readable.from([]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    signal: new AbortController().signal,
    ...given,
  }
  return { io, printed }
}
