// The SQL of users.

import type { Language } from '@tessera/contract/languages'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OrganizationTable, OrganizationUserTable, UserTable } from '../../platform/schema/index.ts'
import { codeOrder, forShare, likePattern, type Reader, type Tx, textOrder } from '../../platform/sql/index.ts'
import { newUserId, type Slice } from '../../tools/index.ts'

export type UserRow = Selectable<UserTable>

export const findUserById = (db: Reader, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByKey = (db: Reader, email_key: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', email_key).executeTakeFirst()

/** Does the same, and locks the user, so that they keep the address until the transaction ends. */
export const lockUserByKey = (tx: Tx, email_key: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', email_key)
    .modifyEnd(forShare(tx, 'users'))
    .executeTakeFirst()

export const findFirstWithApplicationRole = (db: Reader, role_id: number): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('application_role_id', '=', role_id)
    .where('archived', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Null if the email is taken. If the id is taken, the next one of `newId` is tried. */
export async function insertUser(
  tx: Tx,
  row: Omit<Insertable<UserTable>, 'id'>,
  newId: () => number = newUserId,
): Promise<number | null> {
  for (;;) {
    const inserted = await tx
      .insertInto('users')
      .values({ ...row, id: newId() })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
    if (await findUserByKey(tx, row.email_key)) return null
  }
}

export async function updateUser(tx: Tx, id: number, columns: Updateable<UserTable>): Promise<void> {
  await tx.updateTable('users').set(columns).where('id', '=', id).execute()
}

/** A user who has not chosen a language gets that of the page they sign in on, for the mail they receive. */
export async function recordSignIn(tx: Tx, id: number, now: string, language: Language): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_login_at: now, language: sql<Language>`coalesce(language, ${language})` })
    .where('id', '=', id)
    .execute()
}

/** False if a code of this time step, or of a later one, was used before. */
export async function useTotpStep(tx: Tx, id: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where('totp_last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Locks the user's row until the transaction ends, on either engine. Take the lock first, then check the rights: a
 * transaction that revokes all grants of a user has updated or locked the same row.
 */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('users').set({ updated_at: sql<string>`updated_at` }).where('id', '=', id).execute()
}

export type Membership = Pick<
  OrganizationUserTable,
  'organization_id' | 'organization_role_id' | 'invited_state' | 'awaits_approval'
>

/** Every organization that the user has joined or is invited to. */
export const listMemberships = (db: Reader, user_id: number): Promise<Membership[]> =>
  db
    .selectFrom('organization_users')
    .select(['organization_id', 'organization_role_id', 'invited_state', 'awaits_approval'])
    .where('user_id', '=', user_id)
    .orderBy('organization_id')
    .execute()

/** The organizations a user has joined. `within` limits them to these ids, null does not. */
const joinedOrganizations = (db: Reader, user_id: number, within: readonly number[] | null) => {
  const all = db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.id', 'ou.organization_id')
    .where('ou.user_id', '=', user_id)
    .where('ou.invited_state', '=', 'ACCEPTED')
  return within === null ? all : all.where('o.id', 'in', within.length > 0 ? within : [0])
}

export const listOrganizationNames = (
  db: Reader,
  user_id: number,
  within: readonly number[] | null,
): Promise<{ id: number; name: string }[]> =>
  joinedOrganizations(db, user_id, within).select(['o.id', 'o.name']).orderBy('o.id').execute()

export interface OrganizationsQuery extends Slice {
  readonly within: readonly number[] | null
  readonly query: string | undefined
  readonly order_by: 'name' | 'created_at' | 'updated_at' | 'id'
  readonly direction: 'asc' | 'desc'
}

export type JoinedOrganization = Selectable<OrganizationTable> & { organization_role_id: number }

export async function listOrganizationsOf(
  db: Reader,
  user_id: number,
  { within, query, order_by, direction, limit, offset }: OrganizationsQuery,
): Promise<{ found: JoinedOrganization[]; total: number }> {
  let matching = joinedOrganizations(db, user_id, within)
  if (query) matching = matching.where(sql<boolean>`lower(o.name) like ${likePattern(query)} escape '\\'`)
  const found = await matching
    .selectAll('o')
    .select('ou.organization_role_id')
    .orderBy(orderOf(db, order_by), direction)
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { found, total }
}

function orderOf(db: Reader, order_by: OrganizationsQuery['order_by']) {
  const column = `o.${order_by}`
  if (order_by === 'id') return sql.ref(column)
  return order_by === 'name' ? textOrder(db, column) : codeOrder(db, column)
}

/** For the operator: all users, the oldest first, or those whose address or name contains this text. */
export function listAllUsers(db: Reader, query: string | undefined): Promise<UserRow[]> {
  const all = db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id')
  if (!query) return all.execute()
  const pattern = likePattern(query)
  return all
    .where(sql<boolean>`lower(email || ' ' || first_name || ' ' || last_name) like ${pattern} escape '\\'`)
    .execute()
}

/** The settings of the organizations that a user has joined. */
export const listJoinedMetadata = (db: Reader, user_id: number): Promise<{ metadata: string }[]> =>
  joinedOrganizations(db, user_id, null).select('o.metadata').execute()

/** Does the same, and locks the settings until the transaction ends. */
export const lockJoinedMetadata = (tx: Tx, user_id: number): Promise<{ metadata: string }[]> =>
  joinedOrganizations(tx, user_id, null).select('o.metadata').modifyEnd(forShare(tx, 'o')).execute()

/** The organizations that both users have joined. */
export async function listSharedOrganizations(db: Reader, user_id: number, other_id: number): Promise<number[]> {
  const found = await db
    .selectFrom('organization_users as mine')
    .innerJoin('organization_users as theirs', 'theirs.organization_id', 'mine.organization_id')
    .select('mine.organization_id')
    .where('mine.user_id', '=', user_id)
    .where('mine.invited_state', '=', 'ACCEPTED')
    .where('theirs.user_id', '=', other_id)
    .where('theirs.invited_state', '=', 'ACCEPTED')
    .execute()
  return found.map(row => row.organization_id)
}
