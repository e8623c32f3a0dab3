// The SQL of grants: what a user has allowed a program. Tokens are valid only as long as their grant is.

import type { Selectable } from 'kysely'
import type { GrantKey } from '../../platform/jobs/index.ts'
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

export interface PersonalGrant extends GrantRow {
  /** The uid of the only workspace that the grant gives access to. */
  workspace_uid: string | null
  /** The grant of the token that it was created with, and the name of the application. */
  parent_kind: GrantRow['kind'] | null
  parent_name: string | null
  client_name: string | null
}

const key = ['id', 'user_id'] as const

const personalGrants = (db: Reader) =>
  db
    .selectFrom('grants as g')
    .leftJoin('workspaces as w', 'w.id', 'g.workspace_id')
    .leftJoin('grants as p', 'p.id', 'g.parent_id')
    .leftJoin('applications as a', 'a.client_id', 'g.client_id')
    .selectAll('g')
    .select(['w.uid as workspace_uid', 'p.kind as parent_kind', 'p.name as parent_name', 'a.name as client_name'])
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

/** The expired grants of a user for an application, except those with which a listener was created. */
export async function deleteExpiredGrants(
  tx: Tx,
  { user_id, client_id, now }: { user_id: number; client_id: string; now: string },
): Promise<void> {
  const expired = await tx
    .selectFrom('grants')
    .select(key)
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .where('expires_at', '<', now)
    .execute()
  const creators = new Set((await listCreators(tx, expired)).map(({ id }) => id))
  for (const part of inParts(expired.filter(({ id }) => !creators.has(id))))
    await tx.deleteFrom('grants').where('id', 'in', idsOf(part)).execute()
}

const revoke = (tx: Tx, now: string) =>
  tx.updateTable('grants').set({ revoked_at: now }).where('revoked_at', 'is', null)

/** Revokes a grant and its children. Returns all of them. */
export async function revokeGrant(tx: Tx, id: string, now: string): Promise<GrantKey[]> {
  return await withChildren(tx, await revoke(tx, now).where('id', '=', id).returning(key).execute(), now)
}

/** Revokes every grant of the user except `keptGrant`. */
export async function revokeOtherGrants(tx: Tx, user_id: number, keptGrant: string, now: string): Promise<void> {
  const others = revoke(tx, now).where('user_id', '=', user_id).where('id', '!=', keptGrant)
  await withChildren(tx, await others.returning(key).execute(), now)
}

/** A child belongs to the same user, so there are no others to revoke. */
export const revokeGrantsOfUser = (tx: Tx, user_id: number, now: string): Promise<GrantKey[]> =>
  revoke(tx, now).where('user_id', '=', user_id).returning(key).execute()

export async function revokePersonalGrants(tx: Tx, user_id: number, now: string): Promise<GrantKey[]> {
  const personal = revoke(tx, now).where('user_id', '=', user_id).where('kind', '=', 'personal')
  return await withChildren(tx, await personal.returning(key).execute(), now)
}

interface GrantsOfApplication {
  readonly client_id: string
  /** Only those of this user. */
  readonly user_id?: number
}

/** Revokes the grants of an application. Returns how many there were, and all of them with those revoked earlier. */
export async function revokeGrantsOfApplication(
  tx: Tx,
  of: GrantsOfApplication,
  now: string,
): Promise<{ revoked: number; grants: GrantKey[] }> {
  const revoked = await revoke(tx, now)
    .where(where => where.and(of))
    .returning(key)
    .execute()
  await withChildren(tx, revoked, now)
  const grants = tx
    .selectFrom('grants')
    .select(key)
    .where(where => where.and(of))
  return { revoked: revoked.length, grants: await grants.execute() }
}

/**
 * A grant ends with the one it was created with. There is one statement for each generation: a transaction that creates
 * a child locks its parent, so a child that was being created while its parent was revoked is visible to the next
 * statement.
 */
async function withChildren(tx: Tx, grants: readonly GrantKey[], now: string): Promise<GrantKey[]> {
  const all = [...grants]
  for (const part of inParts(grants)) {
    const children = revoke(tx, now).where('parent_id', 'in', idsOf(part))
    all.push(...(await withChildren(tx, await children.returning(key).execute(), now)))
  }
  return all
}

/** Lists those of the grants with which a listener, an application or a part of one was created. */
export async function listCreators(tx: Tx, grants: readonly GrantKey[]): Promise<GrantKey[]> {
  const found: GrantKey[] = []
  for (const part of inParts(grants)) {
    const users = [...new Set(part.map(({ user_id }) => user_id))]
    const of = (table: 'listeners' | 'organization_listeners') =>
      tx
        .selectFrom(table)
        .select('grant_id')
        .where('user_id', 'in', users)
        .where('grant_id', 'in', idsOf(part))
        .execute()
    const parts = await tx
      .selectFrom('applications')
      .select('token_parts')
      .where('user_id', 'in', users)
      .where('token_parts', '<>', '[]')
      .execute()
    const rows = [...(await of('listeners')), ...(await of('organization_listeners'))]
    const ids = new Set(rows.map(({ grant_id }) => grant_id))
    for (const { token_parts } of parts)
      for (const { grant_id } of JSON.parse(token_parts) as { grant_id: string }[]) ids.add(grant_id)
    found.push(...part.filter(({ id }) => ids.has(id)))
  }
  return found
}

const maxGrants = 1_000

const idsOf = (grants: readonly GrantKey[]) => grants.map(({ id }) => id)

function* inParts(grants: readonly GrantKey[]): Generator<readonly GrantKey[]> {
  for (let start = 0; start < grants.length; start += maxGrants) yield grants.slice(start, start + maxGrants)
}
