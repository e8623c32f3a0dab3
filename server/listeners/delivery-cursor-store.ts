// The SQL by which listeners are told what they are owed: which of them wait, who tells them, how far they are.

import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { skipLocked } from '../db/key-locks.ts'
import { rows, rowsStatement } from '../db/rows.ts'

/** Where what a listener is told ends: with the log, or in a deleted workspace with its last WORKSPACE_DELETE. */
const endsAt = sql<number>`case when w.deleted_at is null then w.seq else coalesce(
  (select e.seq from events e where e.workspace_id = w.id and e.type = 'WORKSPACE_DELETE' order by e.seq desc limit 1),
  0) end`

export interface Looking {
  /** Undefined for all. */
  readonly workspace_ids?: ReadonlySet<number> | undefined
  readonly now: string
  readonly most: number
}

const listenedTo = rowsStatement(
  { id: 'integer' },
  table => `select distinct l.workspace_id as id from ${table} as k join listeners l on l.workspace_id = k.id
    where l.status = 'ACTIVE'`,
)

/** Those of the workspaces that have a listener at work. */
export async function findListenedTo(db: Reader, workspace_ids: readonly number[]): Promise<Set<number>> {
  const found = await listenedTo<{ id: number }>(db, idRows(workspace_ids))
  return new Set(found.map(({ id }) => id))
}

/** Those that wait, are due, and that nobody is telling; the ones that were sent to in vain come last. */
export async function findWaiting(db: Reader, looking: Looking): Promise<string[]> {
  const found = await sql<{ id: string }>`${waiting(db, looking)}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The same, held until the transaction ends and leased to the node. */
export async function leaseWaiting(tx: Tx, looking: Looking, lease: Lease): Promise<string[]> {
  const found = await sql<{ id: string }>`
    update listeners set lease_owner = ${lease.owner}, leased_until = ${lease.until}
    where id in (${waiting(tx, looking)} ${skipLocked(tx, 'l')}) returning id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

export interface Lease {
  readonly owner: string
  readonly until: string
}

function waiting(db: Reader, { workspace_ids, now, most }: Looking): RawBuilder<unknown> {
  const within = workspace_ids
    ? sql`and l.workspace_id in (select k.id from ${rows(db, { id: 'integer' }, idRows(workspace_ids))} as k)`
    : sql``
  return sql`
    select l.id from listeners l join workspaces w on w.id = l.workspace_id
    where l.status = 'ACTIVE' and l.after_seq < w.seq ${within}
      and (l.due_at is null or l.due_at <= ${now}) and (l.leased_until is null or l.leased_until <= ${now})
      and (w.deleted_at is null or l.after_seq < ${endsAt})
    order by l.attempts, l.id limit ${most}`
}

/** Everything that telling a listener needs to know, and what its creator may do: the roles are null for a stranger. */
export interface ServedRow {
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
  ends_at: number
  w_public: number
  user_id: number
  application_role_id: number | null
  organization_role_id: number | null
  workspace_role_id: number | null
  created_at: string
  email: string
  first_name: string
  last_name: string
}

export async function loadServed(db: Reader, ids: readonly string[]): Promise<Map<string, ServedRow>> {
  const found = await sql<ServedRow>`
    select l.id, l.workspace_id, w.uid, l.url, l.target_id, l.event_types, l.status, l.secret, l.previous_secret,
           l.previous_secret_until, l.after_seq, l.skips, l.replays, l.attempts, l.version, l.user_id,
           l.created_at,
           case when w.deleted_at is null then 0 else 1 end as is_deleted, ${endsAt} as ends_at, w.public as w_public,
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

/** Where a listener stands after some attempts. */
export interface Progress {
  listener: string
  /** Where it stood when this was last written: else it is another's. */
  from_seq: number
  to_seq: number
  known_version: number
  /** Else it has been set back, maybe to where it was last written. */
  known_replays: number
  new_attempts: number
  new_due_at: string | null
  new_status: string
  lets_go: number
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
  lets_go: 'integer',
} as const

export interface Moved {
  id: string
  version: number
  status: string
}

/** Those that moved. What the owner has changed meanwhile stays as they want it: then only the place in the log moves. */
export async function moveOn(tx: Tx, list: readonly Progress[], { owner, until }: NodeLease): Promise<Moved[]> {
  const unlessChanged = (column: string, value: RawBuilder<unknown>) =>
    sql`case when version = r.known_version then ${value} else ${sql.ref(column)} end`
  const moved = await sql<Moved>`
    update listeners set after_seq = r.to_seq,
      attempts = ${unlessChanged('attempts', sql`r.new_attempts`)},
      due_at = ${unlessChanged('due_at', sql`r.new_due_at`)},
      status = ${unlessChanged('status', sql`r.new_status`)},
      lease_owner = case when r.lets_go = 1 then null else lease_owner end,
      leased_until = case when r.lets_go = 1 or lease_owner is null then null else ${until} end
    from ${rows(tx, progressColumns, list)} as r
    where id = r.listener and after_seq = r.from_seq and replays = r.known_replays
      and coalesce(lease_owner, '') = ${owner ?? ''}
    returning id, version, status`.execute(tx)
  return moved.rows
}

/** The owner is null where one process alone has the database and leases are not needed. */
export interface NodeLease {
  readonly owner: string | null
  readonly until: string
}

/** Those whose lease is still the node's. */
export async function renewServed(tx: Tx, ids: readonly string[], { owner, until }: Lease): Promise<Set<string>> {
  const renewed = await sql<{ id: string }>`
    update listeners set leased_until = ${until}
    where lease_owner = ${owner} and id in (select k.id from ${textIds(tx, ids)} as k) returning id`.execute(tx)
  return new Set(renewed.rows.map(({ id }) => id))
}

export async function letGo(tx: Tx, ids: readonly string[], owner: string): Promise<void> {
  await sql`update listeners set lease_owner = null, leased_until = null
    where lease_owner = ${owner} and id in (select k.id from ${textIds(tx, ids)} as k)`.execute(tx)
}

/** What an earlier process of this node was telling when it died; all there is, where a process has the database alone. */
export async function letGoAll(tx: Tx, owner: string | null): Promise<void> {
  const ours = owner === null ? sql`lease_owner is not null` : sql`lease_owner = ${owner}`
  await sql`update listeners set lease_owner = null, leased_until = null where ${ours}`.execute(tx)
}

/** When to look again for what a workspace's listeners are still owed; null where that is nothing. */
export async function findOwed(db: Reader, workspace_id: number): Promise<{ due_at: string | null } | null> {
  const found = await sql<{ waiting: number; due_at: string | null }>`
    select count(*) as waiting, max(l.due_at) as due_at from listeners l join workspaces w on w.id = l.workspace_id
    where w.id = ${workspace_id} and l.status = 'ACTIVE' and l.after_seq < ${endsAt}`.execute(db)
  const [row] = found.rows
  return row && row.waiting > 0 ? { due_at: row.due_at } : null
}

export interface ServingFigures {
  statuses: { status: string; listeners: number }[]
  /** Events after the place of each ACTIVE listener, whether it wants them or not. */
  events: number
  /** When the first of them happened. */
  oldest: string | null
}

export async function countServing(db: Reader): Promise<ServingFigures> {
  const statuses = await sql<{ status: string; listeners: number }>`
    select status, count(*) as listeners from listeners group by status order by status`.execute(db)
  const waiting = await sql<{ events: number | null; oldest: string | null }>`
    select sum(w.seq - l.after_seq) as events, min(e.created_at) as oldest
    from listeners l join workspaces w on w.id = l.workspace_id and w.deleted_at is null
    left join events e on e.workspace_id = l.workspace_id and e.seq = l.after_seq + 1
    where l.status = 'ACTIVE' and l.after_seq < w.seq`.execute(db)
  const [row] = waiting.rows
  return { statuses: statuses.rows, events: row?.events ?? 0, oldest: row?.oldest ?? null }
}

const idRows = (ids: Iterable<number>) => [...ids].map(id => ({ id }))

const textIds = (tx: Tx, ids: readonly string[]) =>
  rows(
    tx,
    { id: 'text' },
    ids.map(id => ({ id })),
  )
