// Runs one command line: finds the command, checks its arguments, and runs it on the settings and data of the server, which
// may be running. The exit status is 2 if the command line is wrong, and 1 if the command fails.

import { parseArgs } from 'node:util'
import { Problem } from '@tessera/contract'
import { readConfig } from '../config.ts'
import { openDependencies } from '../dependencies.ts'
import server from '../package.json' with { type: 'json' }
import { ConfigError } from '../setting-values.ts'
import { runCheck } from './check-command.ts'
import { type Command, type CommandOutput, UsageError } from './command.ts'
import { findCommand, help, helpFor, suggestCommand, usageLine } from './commands.ts'
import { readSecret, terminalInput } from './read-secret.ts'
import type { SecretInput } from './secret-input.ts'

export interface Outcome extends CommandOutput {
  readonly status: 0 | 1 | 2
}

type Environment = Readonly<Record<string, string | undefined>>

export async function runCommand(
  args: readonly string[],
  environment: Environment,
  input: SecretInput = terminalInput,
): Promise<Outcome> {
  try {
    const information = inform(args)
    if (information !== null) return printed(information)
    const [name = '', ...rest] = args
    if (name === 'check') return await check(rest, environment)
    const command = findCommand(name)
    if (!command) throw unknownCommand(name)
    const output = await run(command, rest, environment, input)
    return typeof output === 'string' ? printed(output) : { status: 0, ...output }
  } catch (error) {
    return { status: isUsageError(error) ? 2 : 1, stdout: '', stderr: (error as Error).message }
  }
}

const printed = (stdout: string): Outcome => ({ status: 0, stdout, stderr: '' })

/** What help and version options print; null if the arguments ask for neither. */
function inform([name = '', ...rest]: readonly string[]): string | null {
  if (name === '--version' || name === '-v') return server.version
  if (isHelpOption(name)) return help()
  if (name === 'help') return (rest[0] === undefined ? help() : helpFor(rest[0])) ?? help()
  return rest.some(isHelpOption) ? helpFor(name) : null
}

const isHelpOption = (argument: string) => argument === '--help' || argument === '-h'

function unknownCommand(name: string): UsageError {
  if (name === '') return new UsageError(`A command is required.\n\n${help()}`)
  const suggestion = suggestCommand(name)
  const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`
  return new UsageError(`Unknown command ${name}.${hint}\n\nRun it with --help for a list of commands.`)
}

function isUsageError(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'BadRequest'
  return error instanceof UsageError || error instanceof ConfigError
}

async function check(args: readonly string[], environment: Environment): Promise<Outcome> {
  if (args.length > 0) throw new UsageError('check takes no arguments.')
  const { lines, isInOrder } = await runCheck(environment)
  return { ...printed(lines.join('\n')), status: isInOrder ? 0 : 1 }
}

async function run(
  command: Command,
  args: readonly string[],
  environment: Environment,
  input: SecretInput,
): Promise<string | CommandOutput> {
  const { values, argument } = await readArguments(command, args, input)
  const dependencies = await openDependencies(readConfig(environment))
  try {
    return await command.run(dependencies, values, argument, input)
  } finally {
    await dependencies.db.close()
  }
}

async function readArguments(command: Command, args: readonly string[], input: SecretInput) {
  const { options = {}, positional, flagWithoutSecrets } = command
  const wrong = (sentence: string) => new UsageError(`${sentence}\n\n${usageLine(command)}`)
  const names = Object.keys(options)
  const secrets = names.filter(name => options[name] === 'secret')
  const { values, positionals } = parse(args, options, positional !== undefined, wrong)
  const missing = names.filter(name => options[name] === 'required' && !values[name])
  if (missing.length > 0) throw wrong(`${missing.map(name => `--${name}`).join(' and ')} must be given.`)
  if (positional !== undefined && positionals.length !== 1) throw wrong(`One ${positional} must be given.`)
  for (const name of flagWithoutSecrets !== undefined && values[flagWithoutSecrets] ? [] : secrets)
    values[name] = await readSecret(name, values[`${name}-stdin`] ? '-' : (values[name] as string | undefined), input)
  return { values: values as Record<string, string>, argument: positionals[0] ?? '' }
}

function parse(
  args: readonly string[],
  described: NonNullable<Command['options']>,
  allowPositionals: boolean,
  wrong: (sentence: string) => UsageError,
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const flag = { type: 'boolean' as const }
  const options = Object.fromEntries(
    Object.entries(described).flatMap(([name, kind]) => [
      [name, kind === 'flag' ? flag : { type: 'string' as const }],
      ...(kind === 'secret' ? [[`${name}-stdin`, flag]] : []),
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals })
    return { values: { ...values } as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw error instanceof TypeError ? wrong(`${error.message.split('. ')[0]}.`) : error
  }
}
