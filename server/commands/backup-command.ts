// Backs up all data into one archive, and restores it.

import { resolve } from 'node:path'
import { backUp } from '../backup/back-up.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restore as restoreArchive } from '../backup/restore.ts'
import { defineCommand } from './command.ts'

export const backup = defineCommand({
  usage: 'backup <file>',
  summary: 'writes all data and files to an archive; the server may keep running',
  positional: 'file',
  run: async ({ db, files }, _values, file) =>
    `Backed up to ${file}: ${describeContents(await backUp(db, files, absolute(file)))}.`,
})

export const restore = defineCommand({
  usage: 'restore <file>',
  summary: 'restores an archive into an empty database',
  positional: 'file',
  run: async ({ db, storage }, _values, file) =>
    `Restored: ${describeContents(await restoreArchive(db, storage, absolute(file)))}.`,
})

/** npm runs commands in the project's folder; INIT_CWD is the folder in which the command was typed. */
const absolute = (file: string) => resolve(process.env.INIT_CWD ?? '.', file)

function describeContents({ tables }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.count, 0)
  return `${rows} rows and the files they refer to`
}
