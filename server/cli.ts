// The operator's command line: finds the command, checks what it is called with, runs it on the settings and data of the
// server, which may be running. A faulty command gets a sentence on standard error and a status of 2, a failure of 1.

import { parseArgs } from 'node:util'
import { Problem } from '@tessera/contract'
import { openParts } from './app.ts'
import { check } from './commands/check.ts'
import { BadCommand, type Command } from './commands/command.ts'
import { findCommand, help } from './commands/commands.ts'
import { ConfigError, readConfig } from './config.ts'

process.exitCode = await main(process.argv.slice(2))

async function main([name = '', ...args]: string[]): Promise<number> {
  try {
    if (name === 'help' || name === '--help') return print(help())
    if (name === 'check') return await report(args)
    const command = findCommand(name)
    if (!command)
      throw new BadCommand(name === '' ? `Which command?\n\n${help()}` : `There is no command ${name}.\n\n${help()}`)
    return print(await run(command, args))
  } catch (error) {
    console.error((error as Error).message)
    return isTheirs(error) ? 2 : 1
  }
}

/** Refused for what was asked, rather than for how things stand. */
function isTheirs(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'BadRequest'
  return error instanceof BadCommand || error instanceof ConfigError
}

function print(text: string): 0 {
  console.log(text)
  return 0
}

async function report(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new BadCommand('check takes nothing besides.')
  const { lines, isInOrder } = await check(process.env)
  console.log(lines.join('\n'))
  return isInOrder ? 0 : 1
}

async function run(command: Command, args: string[]): Promise<string> {
  const { values, word } = readArguments(command, args)
  const parts = await openParts(readConfig(process.env))
  try {
    return await command.run(parts, values, word)
  } finally {
    await parts.db.close()
  }
}

function readArguments(command: Command, args: string[]): { values: Record<string, string>; word: string } {
  const { options = {}, takes, usage } = command
  const called = (sentence: string) => new BadCommand(`${sentence}\n\n  npm run -s tessera -- ${usage}`)
  try {
    const known = Object.fromEntries(Object.keys(options).map(option => [option, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: takes !== undefined })
    const missing = Object.keys(options).filter(option => options[option] === 'required' && !values[option])
    if (missing.length > 0) throw called(`${missing.map(option => `--${option}`).join(' and ')} must be given.`)
    if (takes !== undefined && positionals.length !== 1) throw called(`One ${takes} must be given.`)
    return { values: values as Record<string, string>, word: positionals[0] ?? '' }
  } catch (error) {
    throw error instanceof TypeError ? called(`${error.message.split('. ')[0]}.`) : error
  }
}
