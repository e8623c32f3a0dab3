// The SQL of grants: what a user has allowed a program. Tokens are valid only as long as their grant is.

import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { GrantTable } from '../db/schema.ts'

export type GrantRow = Selectable<GrantTable>

export async function insertGrant(tx: Tx, row: GrantRow): Promise<void> {
  await tx.insertInto('grants').values(row).execute()
}

export const findGrant = (db: Reader, id: string): Promise<GrantRow | undefined> =>
  db.selectFrom('grants').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks its row until the transaction ends, on either engine, so that its tokens change one transaction at a time. */
export const lockGrant = (tx: Tx, id: string): Promise<GrantRow | undefined> =>
  tx
    .updateTable('grants')
    .set(row => ({ revoked_at: row.ref('revoked_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const listPersonalGrants = (db: Reader, user_id: number, now: string): Promise<GrantRow[]> =>
  db
    .selectFrom('grants')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()

const revoke = (tx: Tx, now: string) =>
  tx.updateTable('grants').set({ revoked_at: now }).where('revoked_at', 'is', null)

export async function revokeGrant(tx: Tx, id: string, now: string): Promise<void> {
  await revoke(tx, now).where('id', '=', id).execute()
}

/** Every grant of the user except `keptGrant`. */
export async function revokeOtherGrants(tx: Tx, user_id: number, keptGrant: string, now: string): Promise<void> {
  await revoke(tx, now).where('user_id', '=', user_id).where('id', '!=', keptGrant).execute()
}

export async function revokeGrantsOfUser(tx: Tx, user_id: number, now: string): Promise<void> {
  await revoke(tx, now).where('user_id', '=', user_id).execute()
}

export async function revokeGrantsOfApplication(tx: Tx, client_id: string, now: string): Promise<void> {
  await revoke(tx, now).where('client_id', '=', client_id).execute()
}

/** Returns how many were revoked. */
export async function revokeGrantsToApplication(
  tx: Tx,
  { user_id, client_id, now }: { user_id: number; client_id: string; now: string },
): Promise<number> {
  const grants = revoke(tx, now).where('user_id', '=', user_id).where('client_id', '=', client_id)
  return Number((await grants.executeTakeFirst()).numUpdatedRows)
}
