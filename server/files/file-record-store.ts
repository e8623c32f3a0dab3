// What is known of each stored file. Written with the object that brings it, so that no file in use lacks its row.

import type { Tx } from '../db/database.ts'
import type { FileTable } from '../db/schema.ts'
import { insertRows } from '../db/write-rows.ts'

const columns = { hash: 'text', size: 'integer', mime: 'text', created_at: 'text' } as const

export const insertFiles = (tx: Tx, files: readonly FileTable[]) =>
  insertRows(tx, 'files', columns, files, { ignoreExisting: true })
