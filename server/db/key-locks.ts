// Holding names rather than rows until a transaction ends, over all processes, and passing over rows that another holds.
// SQLite has one writer at a time, who holds everything already.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { rows } from './rows.ts'

// Any number will do, so long as every version of this program takes the same. Two keys with one hash share a lock.
const space = 735_560

/** Ends a `select` of rows to be held, of all its tables or of one: those that another transaction holds are left out. */
export const skipLocked = (tx: Tx, alias?: string): RawBuilder<unknown> => {
  if (engineOf(tx) === 'sqlite') return sql``
  return alias === undefined ? sql`for update skip locked` : sql`for update of ${sql.ref(alias)} skip locked`
}

/** Waits until nobody else holds the key. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${space}::int, hashtext(${key}))`.execute(tx)
}

/** Those of the keys that nobody else held, and that are held now. Waits for none. */
export async function tryLockKeys(tx: Tx, keys: Iterable<string>): Promise<Set<string>> {
  const wanted = [...new Set(keys)].map(key => ({ key }))
  if (engineOf(tx) === 'sqlite') return new Set(wanted.map(({ key }) => key))
  const held = await sql<{ key: string }>`
    select k.key from ${rows(tx, { key: 'text' }, wanted)} as k
    where pg_try_advisory_xact_lock(${space}::int, hashtext(k.key))`.execute(tx)
  return new Set(held.rows.map(({ key }) => key))
}
