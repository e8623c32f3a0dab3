// The SQL of grants: what a user has allowed a program. Tokens are valid only as long as their grant is.

import type { Selectable } from 'kysely'
import type { GrantTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

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

/** `workspace_uid` is the uid of the only workspace that the grant gives access to. */
export type PersonalGrant = GrantRow & { workspace_uid: string | null }

const personalGrants = (db: Reader) =>
  db
    .selectFrom('grants as g')
    .leftJoin('workspaces as w', 'w.id', 'g.workspace_id')
    .selectAll('g')
    .select('w.uid as workspace_uid')
    .where('g.kind', '=', 'personal')

export const getPersonalGrant = (db: Reader, id: string): Promise<PersonalGrant> =>
  personalGrants(db).where('g.id', '=', id).executeTakeFirstOrThrow()

/** Lists the personal grants of a user; with `only_workspace_id`, only those that are restricted to that workspace. */
export const listPersonalGrants = (
  db: Reader,
  { id: user_id, only_workspace_id }: { readonly id: number; readonly only_workspace_id: number | null },
  now: string,
): Promise<PersonalGrant[]> =>
  personalGrants(db)
    .where('g.user_id', '=', user_id)
    .where('g.revoked_at', 'is', null)
    .where('g.expires_at', '>', now)
    .$if(only_workspace_id !== null, query => query.where('g.workspace_id', '=', only_workspace_id))
    .orderBy('g.id')
    .execute()

export const findGrantByToken = (db: Reader, token_hash: string) =>
  db
    .selectFrom('grants')
    .select(['id', 'user_id', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export interface TokenUse {
  readonly id: string
  readonly used_at: string
}

/** Updates in the order of the ids, so that two processes do not wait for each other. */
export async function setLastUses(tx: Tx, uses: readonly TokenUse[]): Promise<void> {
  const sorted = [...uses].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id, used_at } of sorted)
    await tx
      .updateTable('grants')
      .set({ last_used_at: used_at })
      .where('id', '=', id)
      .where(where => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', used_at)]))
      .execute()
}

/** The expired grants of a user for an application. */
export async function deleteExpiredGrants(
  tx: Tx,
  { user_id, client_id, now }: { user_id: number; client_id: string; now: string },
): Promise<void> {
  await tx
    .deleteFrom('grants')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('expires_at', '<', now)
    .execute()
}

const revoke = (tx: Tx, now: string) =>
  tx.updateTable('grants').set({ revoked_at: now }).where('revoked_at', 'is', null)

export async function revokeGrant(tx: Tx, id: string, now: string): Promise<void> {
  await revokeChildren(tx, await revoke(tx, now).where('id', '=', id).returning('id').execute(), now)
}

/** Revokes every grant of the user except `keptGrant`. */
export async function revokeOtherGrants(tx: Tx, user_id: number, keptGrant: string, now: string): Promise<void> {
  const others = revoke(tx, now).where('user_id', '=', user_id).where('id', '!=', keptGrant)
  await revokeChildren(tx, await others.returning('id').execute(), now)
}

/** A child belongs to the same user, so there are no others to revoke. */
export async function revokeGrantsOfUser(tx: Tx, user_id: number, now: string): Promise<void> {
  await revoke(tx, now).where('user_id', '=', user_id).execute()
}

export async function revokeGrantsOfApplication(tx: Tx, client_id: string, now: string): Promise<void> {
  await revokeChildren(tx, await revoke(tx, now).where('client_id', '=', client_id).returning('id').execute(), now)
}

/** Returns how many were revoked. */
export async function revokeGrantsToApplication(
  tx: Tx,
  { user_id, client_id, now }: { user_id: number; client_id: string; now: string },
): Promise<number> {
  const grants = revoke(tx, now).where('user_id', '=', user_id).where('client_id', '=', client_id)
  const revoked = await grants.returning('id').execute()
  await revokeChildren(tx, revoked, now)
  return revoked.length
}

const maxParents = 1_000

/**
 * A grant ends with the one it was created with. A statement for each generation: whoever creates a child locks its
 * parent, so a child that was being created while its parent was revoked is visible to the next statement.
 */
async function revokeChildren(tx: Tx, parents: readonly { id: string }[], now: string): Promise<void> {
  for (let start = 0; start < parents.length; start += maxParents) {
    const ids = parents.slice(start, start + maxParents).map(({ id }) => id)
    await revokeChildren(tx, await revoke(tx, now).where('parent_id', 'in', ids).returning('id').execute(), now)
  }
}
