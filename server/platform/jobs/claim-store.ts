// The SQL that claims, leases and finishes jobs. Only the first job of a key runs, no matter how many processes there
// are: claiming and finishing a job lock its key.

import { type RawBuilder, sql } from 'kysely'
import { databaseTime, lockKey, type Reader, rows, skipLocked, type Tx, tryLockKeys } from '../sql/index.ts'
import { isoTime } from './clock.ts'
import type { JobName } from './job.ts'
import { interruptedDelayMs, maxImmediateRestarts } from './job-policies.ts'
import { leaseMs } from './lease-renewal.ts'

const maxCandidates = 200

/** A job leased to this worker. */
export interface ClaimedJob {
  id: number
  name: JobName
  key: string
  payload: string
  attempts: number
  organization_id: number | null
  created_at: string
}

export interface Claim {
  readonly owner: string
  /** The jobs that this worker runs. */
  readonly running: Iterable<number>
  /** The names that may be claimed now, and all names that this worker handles: a job waits only for jobs of these. */
  readonly names: readonly JobName[]
  readonly known: readonly JobName[]
  readonly now: string
  /** The names whose lane is shared fairly: the first job of every organization is a candidate. */
  readonly fairNames: readonly JobName[]
  /** Chooses among the jobs that could run, which are in queue order. */
  readonly choose: (jobs: readonly ClaimedJob[]) => readonly ClaimedJob[]
}

/** The claimed jobs, and whether any job changed its state. */
export async function claimJobs(tx: Tx, claim: Claim): Promise<{ jobs: readonly ClaimedJob[]; hasProgress: boolean }> {
  await requeueExpired(tx, claim)
  const due = await findDue(tx, claim)
  if (due.length === 0) return { jobs: [], hasProgress: false }
  const held = await tryLockKeys(
    tx,
    due.map(job => job.key),
  )
  const [free, blocked] = await separateBlocked(
    tx,
    due.filter(job => held.has(job.key)),
    claim.known,
  )
  await markBehind(tx, blocked)
  const jobs = claim.choose(free)
  await lease(tx, jobs, claim)
  return {
    jobs: jobs.map(job => ({ ...job, attempts: job.attempts + 1 })),
    hasProgress: jobs.length + blocked.length > 0,
  }
}

/**
 * Requeues jobs whose lease has expired. Jobs that run here are excluded: after a stall of the process their lease is
 * renewed late.
 */
async function requeueExpired(tx: Tx, { owner, running, known, now }: Claim): Promise<void> {
  const here = idsOf(
    tx,
    [...running].map(id => ({ id })),
  )
  await sql`update jobs set ${interrupted(now)}
    where leased_until <= ${databaseTime(tx)} and state = 'running' and name in (${listNames(known)})
      and not (lease_owner = ${owner} and id in (select k.id from ${here} as k))`.execute(tx)
}

/** Releases the leases of all owners: only for the embedded database, where no other process can run. */
export async function releaseAllLeases(tx: Tx, known: readonly JobName[], now: string): Promise<void> {
  await sql`update jobs set ${interrupted(now)}
    where leased_until is not null and state = 'running' and name in (${listNames(known)})`.execute(tx)
}

/** The job itself may crash the server. After several attempts it waits, so that requests are served in between. */
function interrupted(now: string): RawBuilder<unknown> {
  const later = isoTime(Date.parse(now) + interruptedDelayMs)
  return sql`state = 'waiting', lease_owner = null, leased_until = null,
    run_at = case when attempts > ${sql.lit(maxImmediateRestarts)} then ${later} else ${now} end`
}

async function findDue(tx: Tx, claim: Claim): Promise<ClaimedJob[]> {
  const { names, fairNames, now } = claim
  const ofEach = names.map(
    name => sql`select * from (select id from jobs where state = 'waiting' and name = ${name} and run_at <= ${now}
      order by run_at, id limit ${sql.lit(maxCandidates)}) as due`,
  )
  const due = await findWaiting(tx, sql.join(ofEach, sql` union all `))
  if (due.length < maxCandidates || fairNames.length === 0) return due
  const known = new Set(due.map(({ id }) => id))
  const firsts = (await findFirsts(tx, fairNames, now)).filter(({ id }) => !known.has(id))
  return firsts.length === 0
    ? due
    : [...due, ...(await findWaiting(tx, sql`select k.id from ${idsOf(tx, firsts)} as k`))]
}

async function findWaiting(tx: Tx, ids: RawBuilder<unknown>): Promise<ClaimedJob[]> {
  const found = await sql<ClaimedJob>`
    select id, name, key, payload, attempts, organization_id, created_at from jobs
    where id in (${ids}) and state = 'waiting'
    order by run_at, id limit ${sql.lit(maxCandidates)} ${skipLocked(tx)}`.execute(tx)
  return found.rows
}

/**
 * Finds the first due job of each organization, even if another organization has very many before it. The organizations
 * are found one after the other through the index, without reading all their jobs.
 */
async function findFirsts(tx: Tx, names: readonly JobName[], now: string): Promise<{ id: number }[]> {
  const firsts: { id: number }[] = []
  for (const name of names) {
    const next = (after: RawBuilder<unknown>) =>
      sql`select min(organization_id) from jobs
        where state = 'waiting' and name = ${name} and organization_id is not null ${after}`
    const found = await sql<{ id: number | null }>`
      with recursive owners(organization_id) as (
        select (${next(sql``)})
        union all
        select (${next(sql`and organization_id > owners.organization_id`)}) from owners
        where owners.organization_id is not null)
      select (select j.id from jobs j where j.state = 'waiting' and j.name = ${name}
              and j.organization_id = owners.organization_id and j.run_at <= ${now}
              order by j.run_at, j.id limit 1) as id
      from owners where owners.organization_id is not null limit ${sql.lit(maxCandidates)}`.execute(tx)
    firsts.push(...found.rows.flatMap(({ id }) => (id === null ? [] : [{ id }])))
  }
  return firsts
}

/** The jobs that may run, and those that have to wait for an earlier one of their key. */
async function separateBlocked(
  tx: Tx,
  due: readonly ClaimedJob[],
  known: readonly JobName[],
): Promise<[ClaimedJob[], ClaimedJob[]]> {
  if (due.length === 0) return [[], []]
  const earlier = (state: string, more: RawBuilder<unknown>) =>
    sql`exists (select 1 from jobs b where b.key = j.key and b.state = ${sql.lit(state)} ${more})`
  const before = sql`and b.id < j.id and b.name in (${listNames(known)})`
  const found = await sql<{ id: number }>`
    select j.id from jobs j join ${idsOf(tx, due)} as k on k.id = j.id
    where ${earlier('running', sql``)} or ${earlier('waiting', before)} or ${earlier('behind', before)}`.execute(tx)
  const blocked = new Set(found.rows.map(({ id }) => id))
  return [due.filter(({ id }) => !blocked.has(id)), due.filter(({ id }) => blocked.has(id))]
}

async function markBehind(tx: Tx, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`update jobs set state = 'behind' where id in (select k.id from ${idsOf(tx, jobs)} as k)`.execute(tx)
}

async function lease(tx: Tx, jobs: readonly ClaimedJob[], { owner }: Claim): Promise<void> {
  if (jobs.length === 0) return
  await sql`update jobs set state = 'running', attempts = attempts + 1, lease_owner = ${owner},
      leased_until = ${databaseTime(tx, leaseMs)}
    where id in (select k.id from ${idsOf(tx, jobs)} as k)`.execute(tx)
}

/** Returns the ids whose lease is still the owner's. */
export async function renewLeases(tx: Tx, owner: string, ids: readonly number[]) {
  const renewed = await sql<{ id: number }>`update jobs set leased_until = ${databaseTime(tx, leaseMs)}
    where lease_owner = ${owner} and id in (select k.id from ${idsOf(
      tx,
      ids.map(id => ({ id })),
    )} as k) returning id`.execute(tx)
  return new Set(renewed.rows.map(({ id }) => id))
}

export type JobOutcome =
  | { readonly state: 'done' }
  | {
      readonly state: 'waiting'
      readonly run_at: string
      readonly last_error: string | null
      readonly attempts?: number
    }
  | { readonly state: 'dead'; readonly last_error: string }

/** Returns false if the lease was lost: then another worker finishes the job. */
export async function finishJob(
  tx: Tx,
  owner: string,
  { id, key, attempts }: ClaimedJob,
  ending: JobOutcome,
  now: string,
): Promise<boolean> {
  await lockKey(tx, key)
  const isOver = ending.state !== 'waiting'
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...ending, lease_owner: null, leased_until: null, finished_at: isOver ? now : null })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (isOver) await unblockNext(tx, key, now)
  return true
}

/**
 * Puts the next job at the end of the queue, so that a key with many jobs alternates with the others. One job of each
 * name is unblocked, handled here or not.
 */
async function unblockNext(tx: Tx, key: string, now: string): Promise<void> {
  await sql`update jobs set state = 'waiting', run_at = case when run_at > ${now} then run_at else ${now} end
    where id in (select min(id) from jobs where key = ${key} and state = 'behind' group by name)`.execute(tx)
}

/** Returns how long until the next of these jobs is due or the next lease expires, or null if there is neither. */
export async function findNextDue(db: Reader, names: readonly JobName[], now: number): Promise<number | null> {
  const ofEach = names.map(
    name => sql`select * from (select run_at as at from jobs where state = 'waiting' and name = ${name}
      order by run_at limit 1) as due`,
  )
  const found = await sql<{ run_at: string | null; leased_until: string | null; now: string }>`
    select (select min(at) from (${sql.join(ofEach, sql` union all `)}) as turns) as run_at,
      (select min(leased_until) from jobs where leased_until is not null) as leased_until,
      ${databaseTime(db)} as now`.execute(db)
  const [row] = found.rows
  const waits: number[] = []
  if (row?.run_at) waits.push(Date.parse(row.run_at) - now)
  if (row?.leased_until) waits.push(Date.parse(row.leased_until) - Date.parse(row.now))
  return waits.length === 0 ? null : Math.min(...waits)
}

export async function deleteFinished(tx: Tx, before: string): Promise<void> {
  await sql`delete from jobs where id in (select id from jobs
    where finished_at < ${before} and state = 'done' order by finished_at limit 1000)`.execute(tx)
}

export interface JobCount {
  name: string
  state: string
  jobs: number
  /** When the oldest of them was enqueued. */
  created_at: string
}

/** A job that was enqueued for later and is not due yet counts as scheduled, not as waiting. */
export async function countJobs(db: Reader, now: string): Promise<JobCount[]> {
  const found = await sql<JobCount>`
    select name, shown as state, count(*) as jobs, min(created_at) as created_at
    from (select name, created_at, case when ${isScheduled(now)} then 'scheduled' else state end as shown
      from jobs where state in ('waiting', 'behind', 'running', 'dead')) as open
    group by name, shown order by name, shown`.execute(db)
  return found.rows
}

export const isScheduled = (now: string) => sql<boolean>`(state = 'waiting' and attempts = 0 and run_at > ${now})`

const listNames = (names: readonly JobName[]) => sql.join(names)

const idsOf = (tx: Tx, jobs: readonly { id: number }[]) =>
  rows(
    tx,
    { id: 'integer' },
    jobs.map(({ id }) => ({ id })),
  )
