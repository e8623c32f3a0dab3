// The SQL by which jobs are taken, held and ended. Of one key only the first runs, whatever the number of processes:
// whoever takes or ends a job holds its key meanwhile.

import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { holdKey, skipLocked, tryHoldKeys } from '../db/key-locks.ts'
import { rows } from '../db/rows.ts'
import type { JobName } from './job-store.ts'

const lookedAtOnce = 200

/** A job that a worker holds. */
export interface HeldJob {
  id: number
  name: JobName
  key: string
  payload: string
  attempts: number
  created_at: string
}

export interface Claim {
  readonly owner: string
  /** What this worker is carrying out. */
  readonly running: Iterable<number>
  /** The names that may be taken now, and those that this worker knows at all: a job waits for these alone. */
  readonly names: readonly JobName[]
  readonly known: readonly JobName[]
  readonly now: string
  readonly until: string
  /** Chooses from what could be run, in their order. */
  readonly choose: (jobs: readonly HeldJob[]) => readonly HeldJob[]
}

/** The jobs taken, and whether anything moved at all. */
export async function claimJobs(tx: Tx, claim: Claim): Promise<{ jobs: readonly HeldJob[]; isMoved: boolean }> {
  await takeUpAbandoned(tx, claim)
  const due = await findDue(tx, claim)
  if (due.length === 0) return { jobs: [], isMoved: false }
  const held = await tryHoldKeys(
    tx,
    due.map(job => job.key),
  )
  const [free, blocked] = await sortOut(
    tx,
    due.filter(job => held.has(job.key)),
    claim.known,
  )
  await putBehind(tx, blocked)
  const jobs = claim.choose(free)
  await lease(tx, jobs, claim)
  return { jobs: jobs.map(job => ({ ...job, attempts: job.attempts + 1 })), isMoved: jobs.length + blocked.length > 0 }
}

/** What was running under a lease that ended waits again. Not what runs here: after a standstill it is renewed late. */
async function takeUpAbandoned(tx: Tx, { owner, running, known, now }: Claim): Promise<void> {
  const here = idsOf(
    tx,
    [...running].map(id => ({ id })),
  )
  await sql`update jobs set state = 'waiting', run_at = ${now}, lease_owner = null, leased_until = null
    where leased_until <= ${now} and state = 'running' and name in (${listed(known)})
      and not (lease_owner = ${owner} and id in (select k.id from ${here} as k))`.execute(tx)
}

/** Every lease, whoever holds it: for an engine where a start means that no other process runs. */
export async function endLeases(tx: Tx, known: readonly JobName[], now: string): Promise<void> {
  await sql`update jobs set state = 'waiting', run_at = ${now}, lease_owner = null, leased_until = null
    where leased_until is not null and state = 'running' and name in (${listed(known)})`.execute(tx)
}

async function findDue(tx: Tx, { names, now }: Claim): Promise<HeldJob[]> {
  const ofEach = names.map(
    name => sql`select * from (select id from jobs where state = 'waiting' and name = ${name} and run_at <= ${now}
      order by run_at, id limit ${sql.lit(lookedAtOnce)}) as due`,
  )
  const found = await sql<HeldJob>`
    select id, name, key, payload, attempts, created_at from jobs
    where id in (${sql.join(ofEach, sql` union all `)}) and state = 'waiting'
    order by run_at, id limit ${sql.lit(lookedAtOnce)} ${skipLocked(tx)}`.execute(tx)
  return found.rows
}

/** Those that may run, and those that stand behind another of their key. */
async function sortOut(tx: Tx, due: readonly HeldJob[], known: readonly JobName[]): Promise<[HeldJob[], HeldJob[]]> {
  if (due.length === 0) return [[], []]
  const earlier = (state: string, more: RawBuilder<unknown>) =>
    sql`exists (select 1 from jobs b where b.key = j.key and b.state = ${sql.lit(state)} ${more})`
  const before = sql`and b.id < j.id and b.name in (${listed(known)})`
  const found = await sql<{ id: number }>`
    select j.id from jobs j join ${idsOf(tx, due)} as k on k.id = j.id
    where ${earlier('running', sql``)} or ${earlier('waiting', before)} or ${earlier('behind', before)}`.execute(tx)
  const blocked = new Set(found.rows.map(({ id }) => id))
  return [due.filter(({ id }) => !blocked.has(id)), due.filter(({ id }) => blocked.has(id))]
}

async function putBehind(tx: Tx, jobs: readonly HeldJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`update jobs set state = 'behind' where id in (select k.id from ${idsOf(tx, jobs)} as k)`.execute(tx)
}

async function lease(tx: Tx, jobs: readonly HeldJob[], { owner, until }: Claim): Promise<void> {
  if (jobs.length === 0) return
  await sql`update jobs set state = 'running', attempts = attempts + 1, lease_owner = ${owner}, leased_until = ${until}
    where id in (select k.id from ${idsOf(tx, jobs)} as k)`.execute(tx)
}

/** The ids that are held still. */
export async function renewLeases(tx: Tx, owner: string, jobs: readonly { id: number }[], until: string) {
  const renewed = await sql<{ id: number }>`update jobs set leased_until = ${until}
    where lease_owner = ${owner} and id in (select k.id from ${idsOf(tx, jobs)} as k) returning id`.execute(tx)
  return new Set(renewed.rows.map(({ id }) => id))
}

export type Ending =
  | { readonly state: 'done' }
  | {
      readonly state: 'waiting'
      readonly run_at: string
      readonly last_error: string | null
      readonly attempts?: number
    }
  | { readonly state: 'dead'; readonly last_error: string }

/** False where the job is no longer held: then it is another's to end. */
export async function endJob(
  tx: Tx,
  owner: string,
  { id, key, attempts }: HeldJob,
  ending: Ending,
  now: string,
): Promise<boolean> {
  await holdKey(tx, key)
  const isOver = ending.state !== 'waiting'
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...ending, lease_owner: null, leased_until: null, finished_at: isOver ? now : null })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (isOver) await letNextForward(tx, key, now)
  return true
}

/** At the end of the line: a key with many jobs takes turns with the others. One of each name, known here or not. */
async function letNextForward(tx: Tx, key: string, now: string): Promise<void> {
  await sql`update jobs set state = 'waiting', run_at = case when run_at > ${now} then run_at else ${now} end
    where id in (select min(id) from jobs where key = ${key} and state = 'behind' group by name)`.execute(tx)
}

/** When the next of these jobs is due, or a lease ends; null where there is nothing to wait for. */
export async function findNextTurn(db: Reader, names: readonly JobName[]): Promise<string | null> {
  const ofEach = names.map(
    name => sql`select * from (select run_at as at from jobs where state = 'waiting' and name = ${name}
      order by run_at limit 1) as due`,
  )
  const leases = sql`select min(leased_until) as at from jobs where leased_until is not null`
  const found = await sql<{ at: string | null }>`
    select min(at) as at from (${sql.join([...ofEach, leases], sql` union all `)}) as turns`.execute(db)
  return found.rows[0]?.at ?? null
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

/** What was enqueued for later and is not due yet counts as scheduled: nobody waits for it. */
export async function countJobs(db: Reader, now: string): Promise<JobCount[]> {
  const found = await sql<JobCount>`
    select name, shown as state, count(*) as jobs, min(created_at) as created_at
    from (select name, created_at, case when ${isScheduled(now)} then 'scheduled' else state end as shown
      from jobs where state in ('waiting', 'behind', 'running', 'dead')) as open
    group by name, shown order by name, shown`.execute(db)
  return found.rows
}

export const isScheduled = (now: string) => sql<boolean>`(state = 'waiting' and attempts = 0 and run_at > ${now})`

const listed = (names: readonly JobName[]) => sql.join(names)

const idsOf = (tx: Tx, jobs: readonly { id: number }[]) =>
  rows(
    tx,
    { id: 'integer' },
    jobs.map(({ id }) => ({ id })),
  )
