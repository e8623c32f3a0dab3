// The SQL of the queue for operators: counts by name, and failed jobs. Their state is `dead` in the database and the API.

import { sql } from 'kysely'
import { lockKey, markCommit, type Reader, type Tx } from '../sql/index.ts'
import { isScheduled } from './claim-store.ts'

export interface QueueCount {
  name: string
  waiting: number
  retrying: number
  scheduled: number
  running: number
  done: number
  dead: number
  /** When the oldest unfinished job was enqueued. */
  oldest_at: string | null
}

export async function countByName(db: Reader, now: string): Promise<QueueCount[]> {
  const isOpen = sql`(state in ('waiting', 'behind') and not ${isScheduled(now)})`
  const count = (condition: ReturnType<typeof sql>) => sql`sum(case when ${condition} then 1 else 0 end)`
  const found = await sql<QueueCount>`
    select name, ${count(isOpen)} as waiting, ${count(sql`${isOpen} and attempts > 0`)} as retrying,
      ${count(isScheduled(now))} as scheduled,
      ${count(sql`state = 'running'`)} as running, ${count(sql`state = 'done'`)} as done,
      ${count(sql`state = 'dead'`)} as dead,
      min(case when ${isOpen} or state = 'running' then created_at end) as oldest_at
    from jobs group by name order by name`.execute(db)
  return found.rows.map(({ name, oldest_at, ...counts }) => ({
    name,
    oldest_at,
    // PostgreSQL returns sums as text.
    ...(Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, Number(value)])) as Counts),
  }))
}

type Counts = Omit<QueueCount, 'name' | 'oldest_at'>

/** Latest failure first. */
export async function listFailedJobs(db: Reader, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'key', 'payload', 'attempts', 'last_error', 'created_at', 'finished_at'])
    .where('state', '=', 'dead')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export type FailedJobRow = Awaited<ReturnType<typeof listFailedJobs>>['rows'][number]

/** Puts a failed job back at the end of the queue, with its attempts reset. Returns false if there is no such job. */
export async function retryFailedJob(tx: Tx, id: number, now: string): Promise<boolean> {
  const failed = await tx
    .selectFrom('jobs')
    .select('key')
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  if (!failed) return false
  await lockKey(tx, failed.key)
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ state: 'waiting', run_at: now, attempts: 0, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  markCommit(tx, 'jobs')
  return numUpdatedRows > 0n
}

/** Returns false if there is no such job. */
export async function deleteFailedJob(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  return numDeletedRows > 0n
}
