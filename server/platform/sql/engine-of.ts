// The engine of a reader or a transaction, for the few statements in this folder that differ.

import { SqliteAdapter } from 'kysely'
import type { Engine, Reader } from './database.ts'

export const engineOf = (db: Pick<Reader, 'getExecutor'>): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
