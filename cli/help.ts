// The help of the command line: of all commands in their groups, and of one.

import { type Command, commandGroups } from './command.ts'
import { optionsOf } from './read-arguments.ts'

export interface CommandLine {
  /** The usage of a command, without its description. */
  readonly program: string
  readonly version: string
  readonly commands: readonly Command[]
}

export const usageLine = (program: string, { usage }: Pick<Command, 'usage'>): string => `Usage: ${program} ${usage}`

export function helpForAll({ program, commands }: CommandLine): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const row = ({ name, summary }: Command) => wrap(`${name.padEnd(width)}  ${briefly(summary)}`, 2, width + 4)
  const groups = commandGroups
    .map(group => ({ group, members: commands.filter(command => command.group === group) }))
    .filter(({ members }) => members.length > 0)
  return [
    `Usage: ${program} <command> [options]`,
    ...groups.flatMap(({ group, members }) => ['', titles[group], ...members.map(row)]),
    '',
    'Options:',
    '  help, -h, --help   prints this help, or the help of a command: help <command>',
    '  -v, --version      prints the version',
    '',
    'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 not signed in or not allowed, 4 not found, 5 no connection.',
  ].join('\n')
}

const titles: Readonly<Record<Command['group'], string>> = {
  'Your boards': 'Your boards:',
  Webhooks: 'Webhooks:',
  Account: 'Account:',
  'On the server': 'On the server (works on its settings and data, whether it is running or not):',
}

/** The first clause. The rest is in the help of the command. */
const briefly = (summary: string): string => summary.split(/[.;:] /)[0] as string

export function helpFor(program: string, command: Command): string {
  const rows = Object.entries(optionsOf(command)).flatMap(([name, option]) =>
    typeof option === 'string' ? [] : [[`--${name}${option[0] === 'flag' ? '' : ' <value>'}`, option[1]] as const],
  )
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return [
    usageLine(program, command),
    '',
    wrap(command.summary, 2),
    ...(rows.length > 0 ? ['', 'Options:'] : []),
    ...rows.map(([name, about]) => wrap(`${name.padEnd(width)}  ${about}`, 2, width + 4)),
  ].join('\n')
}

const maxWidth = 100

/** Lines of at most 100 characters; the first is indented by `first`, the others by `others`. */
function wrap(text: string, first: number, others = first): string {
  const lines: string[] = []
  let line = ' '.repeat(first)
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    const isFull = line.trim() !== '' && line.length + 1 + word.length > maxWidth
    if (isFull) lines.push(line)
    line = isFull ? ' '.repeat(others) + word : line.trim() === '' ? line + word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
