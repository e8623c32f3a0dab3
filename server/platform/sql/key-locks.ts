// Locks by name instead of by row, held over all processes until the transaction ends; and skipping locked rows. SQLite
// has one writer at a time and needs neither. Without them, two processes that count before they insert could exceed a
// limit.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { rows } from './rows.ts'

// An arbitrary number, the same in every version of this program. Two keys with the same hash share a lock.
const space = 735_560

/** The end of a `select` that locks its rows, of all tables or of one, and skips rows locked by others. */
export const skipLocked = (tx: Tx, alias?: string): RawBuilder<unknown> => {
  if (engineOf(tx) === 'sqlite') return sql``
  return alias === undefined ? sql`for update skip locked` : sql`for update of ${sql.ref(alias)} skip locked`
}

/** Waits until no other transaction has locked the key. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${space}::int, hashtext(${key}))`.execute(tx)
}

/** A shared lock: several transactions may hold it at the same time, but not together with an exclusive one. */
export async function lockKeyShared(tx: Tx, key: string): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock_shared(${space}::int, hashtext(${key}))`.execute(tx)
}

/** Locks the keys that no other transaction has locked, and returns them. Does not wait. */
export async function tryLockKeys(tx: Tx, keys: Iterable<string>): Promise<Set<string>> {
  const wanted = [...new Set(keys)].map(key => ({ key }))
  if (engineOf(tx) === 'sqlite') return new Set(wanted.map(({ key }) => key))
  const locked = await sql<{ key: string }>`
    select k.key from ${rows(tx, { key: 'text' }, wanted)} as k
    where pg_try_advisory_xact_lock(${space}::int, hashtext(k.key))`.execute(tx)
  return new Set(locked.rows.map(({ key }) => key))
}
