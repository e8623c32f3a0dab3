// Which engine a reader or a transaction speaks to, for the few places of this folder that must differ.

import { SqliteAdapter } from 'kysely'
import type { Engine, Reader } from './database.ts'

export const engineOf = (db: Pick<Reader, 'getExecutor'>): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
