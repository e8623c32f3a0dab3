// From the words of a command line to what is printed: finds the command, checks what it is called with, runs it on the
// settings and data of the server, which may be running. A faulty command ends with a status of 2, a failure with 1.

import { parseArgs } from 'node:util'
import { Problem } from '@tessera/contract'
import { ConfigError, readConfig } from '../config.ts'
import { openDependencies } from '../dependencies.ts'
import { runCheck } from './check-command.ts'
import { UsageError, type Command, type CommandOutput } from './command.ts'
import { findCommand, help } from './commands.ts'

export interface Outcome extends CommandOutput {
  readonly status: 0 | 1 | 2
}

type Environment = Readonly<Record<string, string | undefined>>

export async function runCommand([name = '', ...args]: readonly string[], environment: Environment): Promise<Outcome> {
  try {
    if (name === 'help' || name === '--help') return printed(help())
    if (name === 'check') return await report(args, environment)
    const command = findCommand(name)
    if (!command)
      throw new UsageError(`${name === '' ? 'Which command?' : `There is no command ${name}.`}\n\n${help()}`)
    const said = await run(command, args, environment)
    return typeof said === 'string' ? printed(said) : { status: 0, ...said }
  } catch (error) {
    return { status: isUsageError(error) ? 2 : 1, stdout: '', stderr: (error as Error).message }
  }
}

const printed = (stdout: string): Outcome => ({ status: 0, stdout, stderr: '' })

/** Refused for what was asked, rather than for how things stand. */
function isUsageError(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'BadRequest'
  return error instanceof UsageError || error instanceof ConfigError
}

async function report(args: readonly string[], environment: Environment): Promise<Outcome> {
  if (args.length > 0) throw new UsageError('check takes nothing besides.')
  const { lines, isInOrder } = await runCheck(environment)
  return { ...printed(lines.join('\n')), status: isInOrder ? 0 : 1 }
}

async function run(command: Command, args: readonly string[], environment: Environment): Promise<string | CommandOutput> {
  const { values, word } = readArguments(command, args)
  const parts = await openDependencies(readConfig(environment))
  try {
    return await command.run(parts, values, word)
  } finally {
    await parts.db.close()
  }
}

function readArguments(command: Command, args: readonly string[]): { values: Record<string, string>; word: string } {
  const { options = {}, positional: takes, usage } = command
  const called = (sentence: string) => new UsageError(`${sentence}\n\n  npm run -s tessera -- ${usage}`)
  try {
    const known = Object.fromEntries(Object.keys(options).map(option => [option, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({
      args: [...args],
      options: known,
      allowPositionals: takes !== undefined,
    })
    const missing = Object.keys(options).filter(option => options[option] === 'required' && !values[option])
    if (missing.length > 0) throw called(`${missing.map(option => `--${option}`).join(' and ')} must be given.`)
    if (takes !== undefined && positionals.length !== 1) throw called(`One ${takes} must be given.`)
    return { values: values as Record<string, string>, word: positionals[0] ?? '' }
  } catch (error) {
    throw error instanceof TypeError ? called(`${error.message.split('. ')[0]}.`) : error
  }
}
