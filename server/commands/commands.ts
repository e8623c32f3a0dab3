// The operator's commands, by the word they are called with.

import { app } from './app-command.ts'
import { backup, restore } from './backup-command.ts'
import type { Command } from './command.ts'
import { lock, unlock } from './lock-command.ts'
import { organization } from './organization-command.ts'
import { token } from './token-command.ts'
import { user } from './user-command.ts'

const table = { token, user, organization, lock, unlock, app, backup, restore } satisfies Record<string, Command>

export const findCommand = (name: string): Command | null =>
  Object.hasOwn(table, name) ? table[name as keyof typeof table] : null

const others = [
  { usage: 'check', summary: 'reports on settings, database, files and mail; fails where one is not in order' },
  { usage: 'help', summary: 'prints this' },
]

export const help = (): string =>
  [
    'npm run -s tessera -- <command>',
    '',
    'works on the settings and data of the server, whether that is running or not. The commands:',
    '',
    ...[...Object.values<Command>(table), ...others].flatMap(({ usage, summary: does }) => [`  ${usage}`, `      ${does}`]),
  ].join('\n')
