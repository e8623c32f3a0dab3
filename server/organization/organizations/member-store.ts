// The SQL of an organization's members. Their user details are joined from users; their membership is written here.

import { type memberFilters, organizationRoles, ownerRole } from '@tessera/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { PersonColumns } from '../../accounts/identity/index.ts'
import type { OrganizationUserTable, UserTable } from '../../platform/schema/index.ts'
import { codeOrder, likePattern, type Reader, type Tx, textOrder } from '../../platform/sql/index.ts'
import type { Filter, Slice } from '../../tools/index.ts'

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

/** How many other organizations the user has joined, and how many they are invited to. */
export async function countOtherMemberships(
  db: Reader,
  { organization_id, user_id }: MemberKey,
): Promise<{ joined: number; pending: number }> {
  const others = await db
    .selectFrom('organization_users')
    .select('invited_state')
    .where('user_id', '=', user_id)
    .where('organization_id', '!=', organization_id)
    .execute()
  const joined = others.filter(one => one.invited_state === 'ACCEPTED').length
  return { joined, pending: others.length - joined }
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

export interface InvitedWorkspaceRole {
  /** The role that the pending member gets when they accept. */
  readonly given_role_id: number
  readonly w_public: number
  /** The roles of the other user. */
  readonly workspace_role_id: number | null
  readonly organization_role_id: number | null
}

/** The workspace roles that a user gets by accepting invitations, and the roles that another user has there. */
export const listInvitedWorkspaceRoles = (
  db: Reader,
  user_id: number,
  other_id: number,
): Promise<InvitedWorkspaceRole[]> =>
  db
    .selectFrom('workspace_users as given')
    .innerJoin('workspaces as w', 'w.id', 'given.workspace_id')
    .innerJoin('organization_users as pending', join =>
      join
        .onRef('pending.organization_id', '=', 'w.organization_id')
        .onRef('pending.user_id', '=', 'given.user_id')
        .on('pending.invited_state', '=', 'PENDING_INVITE'),
    )
    .leftJoin('workspace_users as mine', join =>
      join.onRef('mine.workspace_id', '=', 'w.id').on('mine.user_id', '=', other_id),
    )
    .leftJoin('organization_users as ou', join =>
      join
        .onRef('ou.organization_id', '=', 'w.organization_id')
        .on('ou.user_id', '=', other_id)
        .on('ou.invited_state', '=', 'ACCEPTED'),
    )
    .select(['given.workspace_role_id as given_role_id', 'w.public as w_public'])
    .select(['mine.workspace_role_id', 'ou.organization_role_id'])
    .where('given.user_id', '=', user_id)
    .where('w.erased_at', 'is', null)
    .execute()

type FilterField = (typeof memberFilters)[number]

export interface MembersQuery extends Slice {
  readonly query: string | undefined
  readonly filter: Filter<FilterField> | null
  readonly order_by: 'email' | 'first_name' | 'last_name' | 'created_at' | 'id'
  readonly direction: 'asc' | 'desc'
}

/** A member as the organization may see them. */
export type VisibleMember = PersonColumns &
  Pick<MemberRow, 'email_key' | 'pending_email' | 'organization_id' | 'organization_role_id' | 'invited_state'> &
  Pick<MemberRow, 'awaits_approval'>

/**
 * Until they accept, the details of a member who has an account or another membership are hidden, because anyone can be
 * invited. Searches, filters and orders only see what is shown.
 */
const isHidden = `ou.invited_state <> 'ACCEPTED' and (
  u.password_hash is not null or u.last_login_at is not null or u.type <> 'person' or exists (
    select 1 from organization_users other
    where other.user_id = u.id and other.organization_id <> ou.organization_id))`

/** What is shown instead of a hidden column. */
const hidden = {
  first_name: `''`,
  last_name: `''`,
  title: 'null',
  industry: `''`,
  phone_number: `''`,
  avatar_hash: 'null',
  avatar_mime: 'null',
  locked_at: 'null',
  pending_email: 'null',
  created_at: 'one.member_created_at',
  updated_at: 'one.member_updated_at',
}

const shownColumns = Object.entries(hidden).map(
  ([column, instead]) => `case when one.is_hidden then ${instead} else one.${column} end as ${column}`,
)

const visibleMembers = (db: Reader, organization_id: number) =>
  db.selectFrom(
    sql<VisibleMember>`(
      select one.id, one.type, one.email, one.email_key, one.organization_id, one.organization_role_id, one.invited_state,
        one.awaits_approval, ${sql.raw(shownColumns.join(', '))}
      from (
        select u.*, ou.organization_id, ou.organization_role_id, ou.invited_state, ou.awaits_approval,
          ou.created_at as member_created_at, ou.updated_at as member_updated_at, (${sql.raw(isHidden)}) as is_hidden
        from organization_users ou join users u on u.id = ou.user_id
        where ou.organization_id = ${organization_id}) as one)`.as('m'),
  )

export async function listMembers(
  db: Reader,
  organization_id: number,
  { query, filter, order_by, direction, limit, offset }: MembersQuery,
): Promise<{ found: VisibleMember[]; total: number }> {
  let matching = visibleMembers(db, organization_id)
  if (query) matching = matching.where(contains(likePattern(query)))
  if (filter) matching = matching.where(matches(filter))
  const found = await matching
    .selectAll('m')
    .orderBy(orderOf(db, order_by), direction)
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { found, total }
}

const contains = (pattern: string) => sql<boolean>`(m.email_key like ${pattern} escape '\\'
  or lower(m.first_name) like ${pattern} escape '\\' or lower(m.last_name) like ${pattern} escape '\\')`

function orderOf(db: Reader, order_by: MembersQuery['order_by']) {
  const column = `m.${order_by}`
  if (order_by === 'id') return sql.ref(column)
  return order_by === 'created_at' ? codeOrder(db, column) : textOrder(db, column)
}

function matches({ field, value }: Filter<FilterField>) {
  switch (field) {
    case 'email':
      return sql<boolean>`m.email_key = ${value}`
    case 'first_name':
    case 'last_name':
      return sql<boolean>`lower(${sql.ref(`m.${field}`)}) = ${value}`
    case 'invited_state':
      return sql<boolean>`m.invited_state = ${value.toUpperCase()}`
    case 'awaits_approval':
      return sql<boolean>`m.awaits_approval = ${value === 'true' ? 1 : 0}`
    case 'role_type':
      return sql<boolean>`m.organization_role_id in (${sql.join(rolesWith(role => role.role_type === value))})`
    case 'organization_role_id':
      return sql<boolean>`m.organization_role_id in (${sql.join(rolesWith(role => String(role.id) === value))})`
  }
}

/** No role has the id 0. It stands for none, because SQL does not allow an empty list. */
const rolesWith = (matches: (role: (typeof organizationRoles.all)[number]) => boolean): number[] => {
  const found = organizationRoles.all.filter(matches).map(role => role.id)
  return found.length > 0 ? found : [0]
}
