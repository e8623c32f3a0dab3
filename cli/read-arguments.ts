// Reads the arguments of a command by its table of options.

import { parseArgs } from 'node:util'
import { type Command, type OptionKind, type Options, UsageError } from './command.ts'
import { readSecret } from './read-secret.ts'
import type { SecretInput } from './secret-input.ts'
import { didYouMean } from './suggest.ts'

export type ReadValues = Record<string, string | boolean | string[] | undefined>

export interface ReadArguments {
  readonly values: ReadValues
  readonly positionals: readonly string[]
}

/** Commands that call a server have these besides their own. */
const networkOptions = {
  url: ['optional', 'the address of the server, if not that of the last sign-in'],
  json: ['flag', 'prints JSON'],
} as const satisfies Options

export const optionsOf = ({ options = {}, isLocal }: Command): Options =>
  isLocal ? options : { ...options, ...networkOptions }

export const kindOf = (option: Options[string]): OptionKind => (typeof option === 'string' ? option : option[0])

export async function readArguments(
  command: Command,
  args: readonly string[],
  { input, usage }: { input: SecretInput; usage: string },
): Promise<ReadArguments> {
  const wrong = (sentence: string) => new UsageError(`${sentence}\n\n${usage}`)
  const options = optionsOf(command)
  const { values, positionals } = parse(args, options, wrong)
  const missing = Object.keys(options).filter(name => kindOf(options[name] ?? 'flag') === 'required' && !values[name])
  if (missing.length > 0) throw wrong(`${missing.map(name => `--${name}`).join(' and ')} must be given.`)
  requirePositionals(command.positionals ?? [], positionals, wrong)
  await readSecrets(command, values, input)
  return { values, positionals }
}

function parse(args: readonly string[], described: Options, wrong: (sentence: string) => UsageError) {
  const kinds = Object.entries(described).map(([name, option]) => [name, kindOf(option)] as const)
  const flag = { type: 'boolean' as const }
  const options = Object.fromEntries(
    kinds.flatMap(([name, kind]) => [
      [name, kind === 'flag' ? flag : { type: 'string' as const, ...(kind === 'list' ? { multiple: true } : {}) }],
      ...(kind === 'secret' ? [[`${name}-stdin`, flag]] : []),
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: { ...values } as ReadValues, positionals }
  } catch (error) {
    throw error instanceof TypeError ? wrong(sentenceFor(error, args, options)) : error
  }
}

type ParsedOptions = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object

function sentenceFor(error: TypeError & { code?: string }, args: readonly string[], options: ParsedOptions): string {
  const sentence = `${error.message.split('. ')[0]}.`
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return sentence
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const unknown = tokens.find(token => token.kind === 'option' && !Object.hasOwn(options, token.name))
  const names = Object.keys(options).map(name => `--${name}`)
  return unknown?.kind === 'option' ? sentence + didYouMean(unknown.rawName, names) : sentence
}

function requirePositionals(
  names: readonly string[],
  given: readonly string[],
  wrong: (sentence: string) => UsageError,
): void {
  const required = names.filter(name => !name.startsWith('['))
  const missing = required[given.length]
  if (missing !== undefined) throw wrong(`One ${missing} is required.`)
  const excess = given[names.length]
  if (excess !== undefined && names.length > 0) throw wrong(`Unexpected argument ${excess}.`)
  if (excess !== undefined) throw wrong(`Unexpected argument '${excess}'. This command takes no arguments.`)
}

async function readSecrets(
  { options = {}, flagWithoutSecrets }: Command,
  values: ReadValues,
  input: SecretInput,
): Promise<void> {
  if (flagWithoutSecrets !== undefined && values[flagWithoutSecrets]) return
  for (const name of Object.keys(options).filter(name => kindOf(options[name] ?? 'flag') === 'secret'))
    values[name] = await readSecret(name, values[`${name}-stdin`] ? '-' : (values[name] as string | undefined), input)
}
