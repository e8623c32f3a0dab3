// The SQL of listeners for a whole organization. Such a listener has a part in each workspace: an ordinary listener
// with its own cursor, so that one workspace never waits for another.

import { type Selectable, sql } from 'kysely'
import type { GrantKey } from '../../platform/jobs/index.ts'
import type { OrganizationListenerTable } from '../../platform/schema/index.ts'
import { insertRows, markCommit, type Reader, rowLock, rows, type Tx, updateRows } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { type Skip, startSkipping } from './skipped-events.ts'

export type OrganizationListenerRow = Selectable<OrganizationListenerTable>

const lockOrganizationListeners = rowLock('organization_listeners', 'id')
const lockParts = rowLock('listeners', 'organization_listener_id')

export const listOrganizationListenersOf = (db: Reader, user_id: number): Promise<OrganizationListenerRow[]> =>
  db.selectFrom('organization_listeners').selectAll().where('user_id', '=', user_id).orderBy('id').execute()

export async function insertOrganizationListener(tx: Tx, row: OrganizationListenerRow): Promise<void> {
  await tx.insertInto('organization_listeners').values(row).execute()
  const workspaces = await tx
    .selectFrom('workspaces')
    .select(['id', 'seq'])
    .where('organization_id', '=', row.organization_id)
    .where('erased_at', 'is', null)
    .execute()
  await insertParts(
    tx,
    workspaces.map(({ id, seq }) => partOf(row, { id, seq })),
  )
}

export const listOrganizationListenersIn = (db: Reader, organization_id: number): Promise<OrganizationListenerRow[]> =>
  db.selectFrom('organization_listeners').selectAll().where('organization_id', '=', organization_id).execute()

const partColumns = {
  id: 'text',
  organization_listener_id: 'text',
  workspace_id: 'integer',
  user_id: 'integer',
  url: 'text',
  target_type: 'text',
  event_types: 'text',
  status: 'text',
  secret: 'text',
  previous_secret: 'text',
  previous_secret_until: 'text',
  after_seq: 'integer',
  skips: 'text',
  created_at: 'text',
  updated_at: 'text',
} as const

type Part = ReturnType<typeof partOf>

/** The part of a listener in a workspace. It starts after the last existing event. */
export const partOf = (row: OrganizationListenerRow, workspace: { readonly id: number; readonly seq: number }) => ({
  id: newObjectId(),
  organization_listener_id: row.id,
  workspace_id: workspace.id,
  user_id: row.user_id,
  url: row.url,
  target_type: 'workspace',
  event_types: row.event_types,
  status: row.status,
  secret: row.secret,
  previous_secret: row.previous_secret,
  previous_secret_until: row.previous_secret_until,
  after_seq: workspace.seq,
  skips: JSON.stringify(row.status === 'IN_ACTIVE' ? startSkipping([], workspace.seq) : []),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export async function insertParts(tx: Tx, parts: readonly Part[]): Promise<void> {
  markCommit(
    tx,
    'listeners',
    parts.map(part => part.workspace_id),
  )
  await insertRows(tx, 'listeners', partColumns, parts)
}

export interface PartCursor {
  readonly id: string
  readonly workspace_id: number
  readonly status: string
  readonly skips: readonly Skip[]
  /** The last seq of the workspace's log. */
  readonly seq: number
}

export interface LockedOrganizationListener {
  readonly listener: OrganizationListenerRow
  readonly parts: readonly PartCursor[]
}

/** Locks the listener and its parts until the transaction ends. Returns null if it has just been deleted. */
export async function lockOrganizationListener(tx: Tx, id: string): Promise<LockedOrganizationListener | null> {
  await lockOrganizationListeners(tx, [id])
  await lockParts(tx, [id])
  const listener = await tx.selectFrom('organization_listeners').selectAll().where('id', '=', id).executeTakeFirst()
  if (!listener) return null
  const found = await tx
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .select(['listeners.id', 'workspace_id', 'status', 'skips', 'seq'])
    .where('organization_listener_id', '=', id)
    .execute()
  return { listener, parts: found.map(part => ({ ...part, skips: JSON.parse(part.skips) })) }
}

/** The fields that its owner can change. The parts have the same values. */
type ListenerSettings = Partial<
  Pick<
    OrganizationListenerRow,
    'url' | 'event_types' | 'status' | 'secret' | 'previous_secret' | 'previous_secret_until'
  >
>

/** Changes the listener and all its parts. The deliverer is notified. */
export async function changeOrganizationListener(
  tx: Tx,
  { id, parts }: { readonly id: string; readonly parts: readonly PartCursor[] },
  columns: ListenerSettings & { readonly updated_at: string },
): Promise<void> {
  markCommit(
    tx,
    'listeners',
    parts.map(part => part.workspace_id),
  )
  await tx.updateTable('organization_listeners').set(columns).where('id', '=', id).execute()
  await tx
    .updateTable('listeners')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('organization_listener_id', '=', id)
    .execute()
}

/** What created it. Its parts have none: they are deleted with it. */
export async function setOrganizationListenerCreation(
  tx: Tx,
  id: string,
  columns: Pick<OrganizationListenerRow, 'grant_id' | 'created_with'>,
): Promise<void> {
  await tx.updateTable('organization_listeners').set(columns).where('id', '=', id).execute()
}

/** All attempts start over, from the position where each part stopped. */
export async function resetAttempts(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('listeners')
    .set({ attempts: 0, due_at: null })
    .where('organization_listener_id', '=', id)
    .execute()
}

export const updateSkips = (tx: Tx, parts: readonly Pick<PartCursor, 'id' | 'skips'>[]): Promise<number> =>
  updateRows(
    tx,
    'listeners',
    ['id'],
    { id: 'text', skips: 'text' },
    parts.map(({ id, skips }) => ({ id, skips: JSON.stringify(skips) })),
  )

export async function deleteOrganizationListener(tx: Tx, id: string): Promise<void> {
  await lockOrganizationListener(tx, id)
  const deleted = await tx
    .deleteFrom('listeners')
    .where('organization_listener_id', '=', id)
    .returning('workspace_id')
    .execute()
  markCommit(
    tx,
    'listeners',
    deleted.map(part => part.workspace_id),
  )
  await tx.deleteFrom('organization_listeners').where('id', '=', id).execute()
}

export async function listOrganizationListenersCreatedWith(
  tx: Tx,
  grants: readonly GrantKey[],
): Promise<{ id: string }[]> {
  const ids = grants.map(({ id }) => id)
  return await tx.selectFrom('organization_listeners').select('id').where('grant_id', 'in', ids).execute()
}

export async function setOrganizationListenersKept(tx: Tx, grants: readonly GrantKey[]): Promise<void> {
  const ids = grants.map(({ id }) => id)
  await tx.updateTable('organization_listeners').set({ grant_id: null }).where('grant_id', 'in', ids).execute()
}

/** Finds the part of a listener in the workspace with this uid. */
export const findPartIn = (db: Reader, id: string, workspace_uid: string) =>
  db
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .select(['listeners.id', 'listeners.workspace_id'])
    .where('listeners.organization_listener_id', '=', id)
    .where('workspaces.uid', '=', workspace_uid)
    .executeTakeFirst()

/** Finds the id of the part of a listener in a workspace. */
export async function findPartId(db: Reader, id: string, workspace_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('listeners')
    .select('id')
    .where('organization_listener_id', '=', id)
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A receiver that failed too often in one workspace is suspended for all. Returns those that were ACTIVE until now. */
export async function suspendOrganizationListeners(
  tx: Tx,
  ids: ReadonlySet<string>,
): Promise<{ id: string; user_id: number }[]> {
  if (ids.size === 0) return []
  const list = [...ids].sort().map(id => ({ id }))
  const suspended = await sql<{ id: string; user_id: number }>`
    update organization_listeners set status = 'SUSPENDED'
    where status = 'ACTIVE' and id in (select k.id from ${rows(tx, { id: 'text' }, list)} as k)
    returning id, user_id`.execute(tx)
  const parts = await sql<{ workspace_id: number }>`
    update listeners set status = 'SUSPENDED', version = version + 1
    where status = 'ACTIVE' and organization_listener_id in (select k.id from ${rows(tx, { id: 'text' }, list)} as k)
    returning workspace_id`.execute(tx)
  markCommit(
    tx,
    'listeners',
    parts.rows.map(part => part.workspace_id),
  )
  return suspended.rows
}

/** The data that a test of the listener needs, with its creator and their roles, which are null without access. */
export interface TestedOrganizationListener extends OrganizationListenerRow {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly application_role_id: number | null
  readonly organization_role_id: number | null
}

export async function findTestedOrganizationListener(
  db: Reader,
  id: string,
): Promise<TestedOrganizationListener | null> {
  const found = await sql<TestedOrganizationListener>`
    select o.*, c.email, c.first_name, c.last_name, u.application_role_id, ou.organization_role_id
    from organization_listeners o join users c on c.id = o.user_id
    left join users u on u.id = o.user_id and u.locked_at is null and u.archived = 0
    left join organization_users ou
      on ou.organization_id = o.organization_id and ou.user_id = u.id and ou.invited_state = 'ACCEPTED'
    where o.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** The delivery state of each of these listeners: the most failed attempts of a part, and when the next one is due. */
export async function listOrganizationDeliveryStates(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { attempts: number; due_at: string | null }>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: string; attempts: number; due_at: string | null }>`
    select organization_listener_id as id, max(attempts) as attempts, min(due_at) as due_at from listeners
    where organization_listener_id in (select k.id from ${rows(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} as k) and attempts > 0
    group by organization_listener_id`.execute(db)
  return new Map(found.rows.map(row => [row.id, row]))
}
