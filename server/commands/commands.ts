// The operator's commands by name, and their help.

import { app } from './app-command.ts'
import { backup, restore } from './backup-command.ts'
import { clients } from './clients-command.ts'
import type { Command } from './command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { lock, unlock } from './lock-command.ts'
import { organization } from './organization-command.ts'
import { rotateKeys } from './rotate-keys-command.ts'
import { token } from './token-command.ts'
import { user } from './user-command.ts'

const program = 'npm run -s tessera --'
const table = {
  token,
  user,
  organization,
  lock,
  unlock,
  app,
  clients,
  backup,
  restore,
  export: exportCommand,
  import: importCommand,
  'rotate-keys': rotateKeys,
} satisfies Record<string, Command>

/** These need no database, so run-command.ts runs them itself. */
const builtIn: Readonly<Record<string, Pick<Command, 'usage' | 'summary'>>> = {
  check: {
    usage: 'check',
    summary:
      'checks settings, database, Redis, files, mail and single sign-on; the exit status is 1 if one of them fails',
  },
  help: { usage: 'help', summary: 'prints this help' },
}

export const findCommand = (name: string): Command | null =>
  Object.hasOwn(table, name) ? table[name as keyof typeof table] : null

export const help = (): string =>
  [
    `Usage: ${program} <command>`,
    '',
    'Works on the settings and data of the server, whether it is running or not.',
    '',
    'Commands:',
    ...[...Object.values<Pick<Command, 'usage' | 'summary'>>(table), ...Object.values(builtIn)].flatMap(
      ({ usage, summary }) => [`  ${usage}`, `      ${summary}`],
    ),
    '',
    'Options:',
    '  -h, --help      prints this help, or the help of a command: <command> --help',
    '  -v, --version   prints the version',
  ].join('\n')

/** Null if there is no such command. */
export function helpFor(name: string): string | null {
  const described = findCommand(name) ?? (Object.hasOwn(builtIn, name) ? builtIn[name] : undefined)
  return described ? `${usageLine(described)}\n\n  ${described.summary}` : null
}

export const usageLine = ({ usage }: Pick<Command, 'usage'>): string => `Usage: ${program} ${usage}`

/** The command that a mistyped name probably stands for; null if none is close. */
export function suggestCommand(name: string): string | null {
  const ranked = [...Object.keys(table), ...Object.keys(builtIn)]
    .map(known => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= (best.known.length < 4 ? 1 : 2) ? best.known : null
}

/** The number of inserted, deleted and replaced characters between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a.slice(0, 64)].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] as number) + (character === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
