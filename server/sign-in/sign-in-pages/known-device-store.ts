// The SQL of the browsers in which a user has signed in.

import type { Selectable } from 'kysely'
import type { KnownDeviceTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

type KnownDeviceRow = Selectable<KnownDeviceTable>

/** Looked up by email, so that sign-in can ask before it looks for the account. */
export async function hasDevice(db: Reader, email_key: string, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.hash')
    .where('u.email_key', '=', email_key)
    .where('d.hash', '=', hash)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false if the device was known and is only updated. */
export async function insertDevice(tx: Tx, row: KnownDeviceRow): Promise<boolean> {
  const { user_agent, address, last_seen_at } = row
  const inserted = await tx
    .insertInto('known_devices')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'hash']).doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (inserted) return true
  await tx
    .updateTable('known_devices')
    .set({ user_agent, address, last_seen_at })
    .where('user_id', '=', row.user_id)
    .where('hash', '=', row.hash)
    .execute()
  return false
}

export async function deleteOldDevices(tx: Tx, user_id: number, before: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', user_id).where('last_seen_at', '<', before).execute()
}
