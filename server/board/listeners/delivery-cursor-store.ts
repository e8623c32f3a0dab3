// The SQL of delivery: which listeners have pending events, which node holds their lease, and their cursors in the log.

import { type RawBuilder, sql } from 'kysely'
import { leaseMs } from '../../platform/jobs/index.ts'
import { databaseTime, type Reader, rows, skipLocked, type Tx } from '../../platform/sql/index.ts'

/** The last event to deliver: the last of the log, or the last WORKSPACE_DELETE of a deleted workspace. */
const lastSeq = sql<number>`case when w.deleted_at is null then w.seq else coalesce(
  (select e.seq from events e where e.workspace_id = w.id and e.type = 'WORKSPACE_DELETE' order by e.seq desc limit 1),
  0) end`

export interface DueQuery {
  /** Undefined for all workspaces. */
  readonly workspace_ids?: ReadonlySet<number> | undefined
  readonly now: string
  readonly limit: number
}

/** Finds listeners with pending events that are due and not leased; those that failed before come last. */
export async function findDueListeners(db: Reader, query: DueQuery): Promise<string[]> {
  const found = await sql<{ id: string }>`${dueListeners(db, query)}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Finds them and leases them to the node. */
export async function leaseDueListeners(tx: Tx, query: DueQuery, owner: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    update listeners set lease_owner = ${owner}, leased_until = ${databaseTime(tx, leaseMs)}
    where id in (${dueListeners(tx, query)} ${skipLocked(tx, 'l')}) returning id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

function dueListeners(db: Reader, { workspace_ids, now, limit }: DueQuery): RawBuilder<unknown> {
  const within = workspace_ids
    ? sql`and l.workspace_id in (select k.id from ${rows(db, { id: 'integer' }, idRows(workspace_ids))} as k)`
    : sql``
  return sql`
    select l.id from listeners l join workspaces w on w.id = l.workspace_id
    where l.status = 'ACTIVE' and l.after_seq < w.seq ${within}
      and (l.due_at is null or l.due_at <= ${now}) and (l.leased_until is null or l.leased_until <= ${databaseTime(db)})
      and (w.deleted_at is null or l.after_seq < ${lastSeq})
    order by l.attempts, l.id limit ${limit}`
}

/** The data that a delivery needs about a listener, and the roles of its creator, which are null without access. */
export interface ActiveListenerRow {
  id: string
  workspace_id: number
  uid: string
  url: string
  target_id: string | null
  event_types: string
  status: string
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  after_seq: number
  skips: string
  replays: number
  attempts: number
  version: number
  is_deleted: number
  last_seq: number
  w_public: number
  user_id: number
  organization_listener_id: string | null
  application_role_id: number | null
  organization_role_id: number | null
  workspace_role_id: number | null
  created_at: string
  email: string
  first_name: string
  last_name: string
}

export async function loadActiveListeners(db: Reader, ids: readonly string[]): Promise<Map<string, ActiveListenerRow>> {
  const found = await sql<ActiveListenerRow>`
    select l.id, l.workspace_id, w.uid, l.url, l.target_id, l.event_types, l.status, l.secret, l.previous_secret,
           l.previous_secret_until, l.after_seq, l.skips, l.replays, l.attempts, l.version, l.user_id,
           l.organization_listener_id,
           l.created_at,
           case when w.deleted_at is null then 0 else 1 end as is_deleted, ${lastSeq} as last_seq, w.public as w_public,
           u.application_role_id, ou.organization_role_id, wu.workspace_role_id,
           c.email, c.first_name, c.last_name
    from ${rows(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} as k
    join listeners l on l.id = k.id join workspaces w on w.id = l.workspace_id join users c on c.id = l.user_id
    left join users u on u.id = l.user_id and u.locked_at is null and u.archived = 0
    left join organization_users ou
      on ou.organization_id = w.organization_id and ou.user_id = u.id and ou.invited_state = 'ACCEPTED'
    left join workspace_users wu on wu.workspace_id = w.id and wu.user_id = u.id`.execute(db)
  return new Map(found.rows.map(row => [row.id, row]))
}

/** The state of a listener after some attempts. */
export interface CursorUpdate {
  listener: string
  /** The stored cursor, as this node last knew it. If it differs, another node has the listener. */
  from_seq: number
  to_seq: number
  known_version: number
  /** If it differs, the listener was replayed, possibly from the stored cursor. */
  known_replays: number
  new_attempts: number
  new_due_at: string | null
  new_status: string
  releases: number
}

const progressColumns = {
  listener: 'text',
  from_seq: 'integer',
  to_seq: 'integer',
  known_version: 'integer',
  known_replays: 'integer',
  new_attempts: 'integer',
  new_due_at: 'text',
  new_status: 'text',
  releases: 'integer',
} as const

export interface UpdatedCursor {
  id: string
  version: number
  status: string
}

/**
 * Returns the listeners that were updated. What the owner has changed meanwhile is kept: then only the cursor advances. The
 * node is null with the embedded database, which needs no leases.
 */
export async function advanceCursors(
  tx: Tx,
  list: readonly CursorUpdate[],
  owner: string | null,
): Promise<UpdatedCursor[]> {
  const unlessChanged = (column: string, value: RawBuilder<unknown>) =>
    sql`case when version = r.known_version then ${value} else ${sql.ref(column)} end`
  const updated = await sql<UpdatedCursor>`
    update listeners set after_seq = r.to_seq,
      attempts = ${unlessChanged('attempts', sql`r.new_attempts`)},
      due_at = ${unlessChanged('due_at', sql`r.new_due_at`)},
      status = ${unlessChanged('status', sql`r.new_status`)},
      lease_owner = case when r.releases = 1 then null else lease_owner end,
      leased_until = case when r.releases = 1 or lease_owner is null then null else ${databaseTime(tx, leaseMs)} end
    from ${rows(tx, progressColumns, list)} as r
    where id = r.listener and after_seq = r.from_seq and replays = r.known_replays
      and coalesce(lease_owner, '') = ${owner ?? ''}
    returning id, version, status`.execute(tx)
  return updated.rows
}

/** Returns the ids whose lease is still the node's. */
export async function renewListenerLeases(tx: Tx, ids: readonly string[], owner: string): Promise<Set<string>> {
  const renewed = await sql<{ id: string }>`
    update listeners set leased_until = ${databaseTime(tx, leaseMs)}
    where lease_owner = ${owner} and id in (select k.id from ${textIds(tx, ids)} as k) returning id`.execute(tx)
  return new Set(renewed.rows.map(({ id }) => id))
}

export async function releaseListeners(tx: Tx, ids: readonly string[], owner: string): Promise<void> {
  await sql`update listeners set lease_owner = null, leased_until = null
    where lease_owner = ${owner} and id in (select k.id from ${textIds(tx, ids)} as k)`.execute(tx)
}

/**
 * Releases the leases that an earlier process of this node held when it died; with the embedded database, all leases.
 */
export async function releaseNode(tx: Tx, owner: string | null): Promise<void> {
  const ours = owner === null ? sql`lease_owner is not null` : sql`lease_owner = ${owner}`
  await sql`update listeners set lease_owner = null, leased_until = null where ${ours}`.execute(tx)
}

/** Returns when the next pending delivery of a workspace is due, or null if none is pending. */
export async function findPending(db: Reader, workspace_id: number): Promise<{ due_at: string | null } | null> {
  const found = await sql<{ pending: number; due_at: string | null }>`
    select count(*) as pending, max(l.due_at) as due_at from listeners l join workspaces w on w.id = l.workspace_id
    where w.id = ${workspace_id} and l.status = 'ACTIVE' and l.after_seq < ${lastSeq}`.execute(db)
  const [row] = found.rows
  return row && row.pending > 0 ? { due_at: row.due_at } : null
}

export interface DeliveryBacklog {
  statuses: { status: string; listeners: number }[]
  /** Events after the cursor of each ACTIVE listener, whether it subscribes to them or not. */
  events: number
  /** When the oldest of them happened. */
  oldest: string | null
}

export async function countDeliveryBacklog(db: Reader): Promise<DeliveryBacklog> {
  const statuses = await sql<{ status: string; listeners: number }>`
    select status, count(*) as listeners from
      (select status from listeners where organization_listener_id is null
       union all select status from organization_listeners) as l
    group by status order by status`.execute(db)
  const backlog = await sql<{ events: number | null; oldest: string | null }>`
    select sum(w.seq - l.after_seq) as events, min(e.created_at) as oldest
    from listeners l join workspaces w on w.id = l.workspace_id and w.deleted_at is null
    left join events e on e.workspace_id = l.workspace_id and e.seq = l.after_seq + 1
    where l.status = 'ACTIVE' and l.after_seq < w.seq`.execute(db)
  const [row] = backlog.rows
  return { statuses: statuses.rows, events: row?.events ?? 0, oldest: row?.oldest ?? null }
}

const idRows = (ids: Iterable<number>) => [...ids].map(id => ({ id }))

const textIds = (tx: Tx, ids: readonly string[]) =>
  rows(
    tx,
    { id: 'text' },
    ids.map(id => ({ id })),
  )
