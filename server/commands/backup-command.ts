// Everything into one file, and back.

import { resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restore as restoreArchive } from '../backup/restore.ts'
import { defineCommand } from './command.ts'

export const backup = defineCommand({
  usage: 'backup <file>',
  summary: 'writes an archive of everything, while the server goes on',
  positional: 'file',
  run: async ({ db, files }, _values, file) => `Written to ${file}: ${tally(await backUp(db, files, whole(file)))}.`,
})

export const restore = defineCommand({
  usage: 'restore <file>',
  summary: 'brings an archive into a store that is empty',
  positional: 'file',
  run: async ({ db, storage }, _values, file) => `Restored: ${tally(await restoreArchive(db, storage, whole(file)))}.`,
})

/** npm runs commands in the project's folder and tells here where they were typed. */
const whole = (file: string) => resolve(process.env.INIT_CWD ?? '.', file)

function tally({ tables }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.count, 0)
  return `${rows} rows, and the files they refer to`
}
