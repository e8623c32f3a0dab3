// The SQL of authorization codes.

import type { Selectable } from 'kysely'
import type { AuthorizationCodeTable } from '../../platform/schema/index.ts'
import type { Tx } from '../../platform/sql/index.ts'

export type CodeRow = Selectable<AuthorizationCodeTable>

export async function insertCode(tx: Tx, row: CodeRow): Promise<void> {
  await tx.insertInto('authorization_codes').values(row).execute()
}

/** Locks its row until the transaction ends, on either engine, so that concurrent uses of a code run one by one. */
export const lockCode = (tx: Tx, hash: string): Promise<CodeRow | undefined> =>
  tx
    .updateTable('authorization_codes')
    .set(row => ({ used_at: row.ref('used_at') }))
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()

export async function setCodeUsed(tx: Tx, hash: string, grant_id: string, now: string): Promise<void> {
  await tx.updateTable('authorization_codes').set({ used_at: now, grant_id }).where('hash', '=', hash).execute()
}

/** Deletes the unused codes of a user, of an application, or of both. Waits for one that is being exchanged. */
export async function voidCodes(tx: Tx, of: { user_id?: number; client_id?: string }): Promise<void> {
  await tx
    .deleteFrom('authorization_codes')
    .where('used_at', 'is', null)
    .where(where => where.and(of))
    .execute()
  await tx
    .deleteFrom('device_codes')
    .where('state', '<>', 'used')
    .where(where => where.and(of))
    .execute()
}

export async function deleteOldCodes(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('authorization_codes').where('expires_at', '<', before).execute()
}
