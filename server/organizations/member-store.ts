// The SQL of an organization's members. Their user details are joined from users; their membership is written here.

import { type memberFilters, organizationRoles, ownerRole } from '@tessera/contract'
import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { likePattern } from '../db/like-pattern.ts'
import type { OrganizationUserTable, Schema, UserTable } from '../db/schema.ts'
import { codeOrder, textOrder } from '../db/text-order.ts'
import type { Filter, Slice } from '../list.ts'

export type MemberRow = Selectable<UserTable> &
  Pick<OrganizationUserTable, 'organization_id' | 'organization_role_id' | 'invited_state' | 'awaits_approval'>

const members = (db: Reader, organization_id: number) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('users as u', 'u.id', 'ou.user_id')
    .where('ou.organization_id', '=', organization_id)

const columns = ['ou.organization_id', 'ou.organization_role_id', 'ou.invited_state', 'ou.awaits_approval'] as const

export const findMember = (db: Reader, organization_id: number, user_id: number): Promise<MemberRow | undefined> =>
  members(db, organization_id).selectAll('u').select(columns).where('u.id', '=', user_id).executeTakeFirst()

export const getOwner = (db: Reader, organization_id: number): Promise<MemberRow> =>
  members(db, organization_id)
    .selectAll('u')
    .select(columns)
    .where('ou.organization_role_id', '=', ownerRole)
    .executeTakeFirstOrThrow()

/** False if the user is already a member. */
export async function insertMember(tx: Tx, row: OrganizationUserTable): Promise<boolean> {
  const inserted = await tx
    .insertInto('organization_users')
    .values(row)
    .onConflict(conflict => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

const one = ({ organization_id, user_id }: MemberKey) => ({ organization_id, user_id })

export interface MemberKey {
  readonly organization_id: number
  readonly user_id: number
}

export async function updateMember(tx: Tx, key: MemberKey, changes: Updateable<OrganizationUserTable>): Promise<void> {
  await tx
    .updateTable('organization_users')
    .set(changes)
    .where(where => where.and(one(key)))
    .execute()
}

export async function deleteMember(tx: Tx, key: MemberKey): Promise<void> {
  await tx
    .deleteFrom('organization_users')
    .where(where => where.and(one(key)))
    .execute()
}

/** The number of other organizations that the user belongs to or is invited to. */
export async function countOtherMemberships(db: Reader, { organization_id, user_id }: MemberKey): Promise<number> {
  const { others } = await db
    .selectFrom('organization_users')
    .select(db.fn.countAll<number>().as('others'))
    .where('user_id', '=', user_id)
    .where('organization_id', '!=', organization_id)
    .executeTakeFirstOrThrow()
  return others
}

/** The organizations that the user was sent an invitation for, with the Owner of each. */
export const listInvitations = (db: Reader, user_id: number) =>
  db
    .selectFrom('organization_users as ou')
    .innerJoin('organization_users as owner', join =>
      join.onRef('owner.organization_id', '=', 'ou.organization_id').on('owner.organization_role_id', '=', ownerRole),
    )
    .select(['ou.organization_id', 'owner.user_id as owner_id'])
    .where('ou.user_id', '=', user_id)
    .where('ou.invited_state', '=', 'PENDING_INVITE')
    .where('ou.awaits_approval', '=', 0)
    .orderBy('ou.organization_id')
    .execute()

type FilterField = (typeof memberFilters)[number]

export interface MembersQuery extends Slice {
  readonly query: string | undefined
  readonly filter: Filter<FilterField> | null
  readonly order_by: 'email' | 'first_name' | 'last_name' | 'created_at' | 'id'
  readonly direction: 'asc' | 'desc'
}

export async function listMembers(
  db: Reader,
  organization_id: number,
  { query, filter, order_by, direction, limit, offset }: MembersQuery,
): Promise<{ found: MemberRow[]; total: number }> {
  let matching = members(db, organization_id)
  if (query) matching = matching.where(contains(likePattern(query)))
  if (filter) matching = filtered(matching, filter)
  const found = await matching
    .selectAll('u')
    .select(columns)
    .orderBy(orderOf(db, order_by), direction)
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { found, total }
}

const contains = (pattern: string) => sql<boolean>`(u.email_key like ${pattern} escape '\\'
  or lower(u.first_name) like ${pattern} escape '\\' or lower(u.last_name) like ${pattern} escape '\\')`

function orderOf(db: Reader, order_by: MembersQuery['order_by']) {
  const column = `u.${order_by}`
  if (order_by === 'id') return sql.ref(column)
  return order_by === 'created_at' ? codeOrder(db, column) : textOrder(db, column)
}

type Matching = SelectQueryBuilder<
  Schema & { ou: Schema['organization_users']; u: Schema['users'] },
  'ou' | 'u',
  Record<never, never>
>

function filtered(matching: Matching, { field, value }: Filter<FilterField>): Matching {
  switch (field) {
    case 'email':
      return matching.where('u.email_key', '=', value)
    case 'first_name':
    case 'last_name':
      return matching.where(sql<boolean>`lower(${sql.ref(`u.${field}`)}) = ${value}`)
    case 'invited_state':
      return matching.where('ou.invited_state', '=', value.toUpperCase())
    case 'awaits_approval':
      return matching.where('ou.awaits_approval', '=', value === 'true' ? 1 : 0)
    case 'role_type':
      return matching.where(
        'ou.organization_role_id',
        'in',
        rolesWith(role => role.role_type === value),
      )
    case 'organization_role_id':
      return matching.where(
        'ou.organization_role_id',
        'in',
        rolesWith(role => String(role.id) === value),
      )
  }
}

/** No role has the id 0. It stands for none, because SQL does not allow an empty list. */
const rolesWith = (matches: (role: (typeof organizationRoles.all)[number]) => boolean): number[] => {
  const found = organizationRoles.all.filter(matches).map(role => role.id)
  return found.length > 0 ? found : [0]
}
