// The SQL of attempts that count against an account, a network address, or a mailbox.

import type { Reader, Tx } from '../db/database.ts'
import { lockTable } from '../db/lock-table.ts'

/** Serializes attempts over all processes, so that concurrent ones are all counted. */
export const lockFailures = (tx: Tx): Promise<void> => lockTable(tx, 'sign_in_failures')

/** Newest first. */
export async function listFailureTimes(db: Reader, key: string, since: string): Promise<string[]> {
  const found = await db
    .selectFrom('sign_in_failures')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute()
  return found.map(row => row.at)
}

export async function insertFailure(tx: Tx, row: { id: string; key: string; at: string }): Promise<void> {
  await tx.insertInto('sign_in_failures').values(row).execute()
}

export async function deleteFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('sign_in_failures').where('id', 'in', ids).execute()
}

export async function deleteFailuresOf(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

export async function deleteOldFailures(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('at', '<=', before).execute()
}
