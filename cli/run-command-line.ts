// Runs one command line: finds the command, reads its arguments, runs it, and returns the exit code. An error is
// printed as one sentence on standard error.

import { TesseraError } from '@tessera/client'
import { type Command, type CommandContext, type CommandIo, type OptionValues, UsageError } from './command.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { type CommandLine, helpFor, helpForAll, usageLine } from './help.ts'
import { readArguments } from './read-arguments.ts'
import { openSession } from './session.ts'
import { didYouMean } from './suggest.ts'

export async function runCommandLine(line: CommandLine, args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const information = inform(line, args)
    if (information === null) await runNamed(line, args, io)
    else io.stdout.write(`${information}\n`)
    return exitCodes.ok
  } catch (error) {
    if (io.signal.aborted) return exitCodes.canceled
    io.stderr.write(`${messageOf(error)}\n`)
    return exitCodeOf(error)
  }
}

/** What help and version options print; null if the arguments ask for neither. */
function inform(line: CommandLine, args: readonly string[]): string | null {
  const [name = ''] = args
  if (name === '--version' || name === '-v') return line.version
  if (isHelpOption(name)) return helpForAll(line)
  const asked = name === 'help' ? args.slice(1) : args.slice(0, endOfOptions(args)).some(isHelpOption) ? args : null
  if (asked === null) return null
  const command = findCommand(line, asked)?.command
  return command ? helpFor(line.program, command) : name === 'help' ? helpForAll(line) : null
}

const isHelpOption = (argument: string) => argument === '--help' || argument === '-h'

const endOfOptions = (args: readonly string[]) => (args.includes('--') ? args.indexOf('--') : args.length)

/** The longest name that the arguments begin with. */
function findCommand({ commands }: CommandLine, args: readonly string[]): { command: Command; rest: string[] } | null {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = commands.find(one => one.name === name)
    if (command && args.length >= words)
      return { command, rest: args.slice(isListOf(commands, command, args) ? 2 : words) }
  }
  return null
}

/** A noun without a verb lists, so `workspaces list` is `workspaces`. */
const isListOf = (commands: readonly Command[], { name, positionals }: Command, args: readonly string[]): boolean =>
  name === args[0] && args[1] === 'list' && !positionals && commands.some(one => one.name.startsWith(`${name} `))

async function runNamed(line: CommandLine, args: readonly string[], io: CommandIo): Promise<void> {
  const found = findCommand(line, args)
  if (!found) throw unknownCommand(line, args)
  const { command, rest } = found
  const [next] = rest
  const isNoun = line.commands.some(({ name }) => name.startsWith(`${command.name} `))
  if (isNoun && !command.positionals && next !== undefined && !next.startsWith('-')) throw unknownCommand(line, args)
  const usage = usageLine(line.program, command)
  const { values, positionals } = await readArguments(command, rest, { input: io.input, usage })
  await command.run(contextOf(io, values), values as OptionValues<Record<string, never>>, positionals)
}

function contextOf(io: CommandIo, { url, json }: Readonly<Record<string, unknown>>): CommandContext {
  const session = openSession(io, typeof url === 'string' ? url : undefined)
  return { ...io, isJson: json === true, ...session }
}

function unknownCommand(line: CommandLine, args: readonly string[]): UsageError {
  const [first = '', second] = args
  if (first === '') return new UsageError(`A command is required.\n\n${helpForAll(line)}`)
  const names = [...line.commands.map(({ name }) => name), 'help']
  const ofNoun = names.filter(name => name.startsWith(`${first} `))
  const hint = 'Run it with --help for a list of commands.'
  if (ofNoun.length > 0 && (second === undefined || second.startsWith('-')))
    return new UsageError(`${first} needs one of: ${ofNoun.map(name => name.slice(first.length + 1)).join(', ')}.`)
  if (ofNoun.length > 0)
    return new UsageError(`Unknown command ${first} ${second}.${didYouMean(`${first} ${second}`, ofNoun)}\n\n${hint}`)
  return new UsageError(`Unknown command ${first}.${didYouMean(first, names)}\n\n${hint}`)
}

function messageOf(error: unknown): string {
  if (!(error instanceof TesseraError)) return error instanceof Error ? error.message : String(error)
  const fields = error.fields.map(({ field, message }) => `  ${field} ${message}`)
  const wait = error.retryAfterSeconds === undefined ? '' : ` Try again in ${error.retryAfterSeconds} s.`
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`
  return [`${error.message}${wait}${request}`, ...fields].join('\n')
}
