// The SQL of passkeys.

import type { Selectable } from 'kysely'
import type { PasskeyTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type PasskeyRow = Selectable<PasskeyTable>

/** Returns false if a passkey with this id exists. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findPasskey = (db: Reader, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** Oldest first. */
export const listPasskeys = (db: Reader, user_id: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('created_at').orderBy('id').execute()

/** Returns false if the user has no such passkey. */
export async function updatePasskey(
  tx: Tx,
  { user_id, id }: Pick<PasskeyRow, 'user_id' | 'id'>,
  columns: Partial<Pick<PasskeyRow, 'name' | 'counter' | 'last_used_at'>>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('passkeys')
    .set(columns)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deletePasskey(tx: Tx, user_id: number, id: string): Promise<PasskeyRow | undefined> {
  return await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskeysOf(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
}
