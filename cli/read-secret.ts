// A password for a command, without putting it on the command line, where other users of the machine and the shell's
// history can see it: from standard input, or from a prompt that does not echo what is typed.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'
import type { SecretInput } from './secret-input.ts'

/** `given` is the option's value: `-` stands for standard input, undefined for a prompt. */
export async function readSecret(option: string, given: string | undefined, input: SecretInput): Promise<string> {
  if (given !== undefined && given !== '-') return given
  if (given === undefined) {
    if (!input.isTerminal) throw new UsageError(`--${option} or --${option}-stdin is required.`)
    return await input.prompt(`${option[0]?.toUpperCase()}${option.slice(1)}: `)
  }
  const secret = (await input.readAll()).replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`Standard input is empty; it must hold the ${option}.`)
  return secret
}

export const terminalInput: SecretInput = {
  isTerminal: process.stdin.isTTY === true,
  readAll: () => text(process.stdin),
  async prompt(label) {
    process.stderr.write(label)
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
    const abort = new AbortController()
    lines.once('SIGINT', () => abort.abort())
    try {
      return await lines.question('', { signal: abort.signal })
    } catch (error) {
      throw abort.signal.aborted ? new UsageError('Canceled.') : error
    } finally {
      lines.close()
      process.stderr.write('\n')
    }
  },
}
