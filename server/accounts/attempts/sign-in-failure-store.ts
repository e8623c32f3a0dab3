// The SQL of attempts that count against a limit: per account and address, per account, per address, or per mailbox.

import { sql } from 'kysely'
import { lockKey, type Reader, skipLocked, type Tx } from '../../platform/sql/index.ts'

/** Serializes attempts against the same limit over all processes, so that concurrent ones are all counted. */
export async function lockFailures(tx: Tx, keys: readonly string[]): Promise<void> {
  // The order is always the same, so that two transactions cannot deadlock.
  for (const key of [...keys].sort()) await lockKey(tx, `sign-in failures ${key}`)
}

/** The time of the failure that is the `number`th, counted from the newest. Null if there are fewer. */
export async function findFailureTime(db: Reader, key: string, number: number, since: string): Promise<string | null> {
  const found = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(number - 1)
    .executeTakeFirst()
  return found?.at ?? null
}

export async function insertFailures(
  tx: Tx,
  rows: readonly { readonly id: string; readonly key: string; readonly at: string }[],
): Promise<void> {
  await tx.insertInto('sign_in_failures').values(rows).execute()
}

/** Writes the rows without changing their content. */
export async function touchFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('sign_in_failures')
    .set(row => ({ at: row.ref('at') }))
    .where('id', 'in', ids)
    .execute()
}

export async function deleteFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('sign_in_failures').where('id', 'in', ids).execute()
}

export async function deleteFailuresOf(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

/** `prefix` must contain no wildcard characters. */
export async function deleteFailuresWithPrefix(tx: Tx, prefix: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('key', 'like', `${prefix}%`).execute()
}

/** Deletes a few rows at a time, without waiting for other processes that do the same. */
export async function deleteOldFailures(tx: Tx, before: string): Promise<void> {
  await sql`delete from sign_in_failures where id in (
    select id from sign_in_failures where at <= ${before} limit 100 ${skipLocked(tx)})`.execute(tx)
}
