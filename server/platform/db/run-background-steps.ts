// Runs the background steps of migrations, one by one, while the server works. A batch is one short transaction that
// also stores the position: it locks few rows for a moment, and after a crash the next batch continues there. Several
// servers may run this; the server that is running a step locks its row.

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../sql/index.ts'
import { listAppliedMigrations, listNewerMigrations } from './applied-migrations.ts'
import { listUnfinishedSteps, lockStep, saveProgress, stepName } from './background-steps.ts'
import type { BackgroundStep, BatchResult, BatchStep, IndexStep, Migration } from './migration.ts'
import { migrations as everyMigration } from './migrations/index.ts'

export interface BackgroundStepsOptions {
  readonly db: Database
  readonly databaseUrl?: string | undefined
  readonly log: Logger
  /** For tests; the default is all migrations. */
  readonly migrations?: readonly Migration[]
  /** For tests. */
  readonly retryMs?: number
}

const firstLimit = 200
const maxLimit = 5000
/** Writers that wait for a batch should not notice it. */
const wantedBatchMs = 25
const logEveryMs = 10_000
const usualRetryMs = 5_000

export function startBackgroundSteps(options: BackgroundStepsOptions): {
  readonly finished: Promise<void>
  close(): Promise<void>
} {
  const { db, databaseUrl, log, migrations = everyMigration, retryMs = usualRetryMs } = options
  const stop = new AbortController()
  const { signal } = stop
  const steps = new Map(
    migrations.flatMap(migration =>
      (migration.background ?? []).map(step => [stepName(migration, step), step] as const),
    ),
  )
  const retrying = `retrying in ${retryMs / 1_000} s`
  const finished = run()
  return {
    finished,
    async close() {
      stop.abort()
      await finished
    },
  }

  async function run(): Promise<void> {
    await untilDone(warnIfOutdated)
    await untilDone(runUnfinished)
  }

  /** Repeats the work until it returns true. If it fails, the database may be unavailable. */
  async function untilDone(work: () => Promise<boolean>): Promise<void> {
    const failed = (error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, `background steps of migrations failed; ${retrying}`)
      return false
    }
    while (!signal.aborted && !(await work().catch(failed))) await delay(retryMs, undefined, { signal }).catch(() => {})
  }

  async function warnIfOutdated(): Promise<boolean> {
    const newer = listNewerMigrations(await listAppliedMigrations(db.read, db.engine), migrations)
    if (newer.length > 0)
      log.warn({ newer }, 'the database was migrated by a newer version: upgrade this server as well')
    return true
  }

  /** Returns false if something is left: another server is running it, or it failed. */
  async function runUnfinished(): Promise<boolean> {
    const names = (await listUnfinishedSteps(db.read)).map(({ name }) => name).filter(name => steps.has(name))
    let isDone = true
    for (const name of names) {
      if (signal.aborted) return false
      try {
        isDone = (await runStep(name, steps.get(name) as BackgroundStep)) && isDone
      } catch (error) {
        isDone = false
        if (!signal.aborted) log.error({ err: error, step: name }, `background step of a migration failed; ${retrying}`)
      }
    }
    return isDone
  }

  async function runStep(name: string, step: BackgroundStep): Promise<boolean> {
    const startedAt = performance.now()
    const isDone = 'index' in step ? await runIndex(name, step) : await runBatches(name, step)
    if (isDone) log.info({ step: name, duration_ms: msSince(startedAt) }, 'background step of a migration finished')
    return isDone
  }

  async function runIndex(name: string, step: IndexStep): Promise<boolean> {
    if (databaseUrl === undefined) throw new Error('on SQLite an index is created at the start')
    log.info({ step: name }, 'building an index in the background')
    // Loaded on demand: the embedded database does not need the driver.
    const { buildIndexOnline } = await import('./postgres-index.ts')
    if (!(await buildIndexOnline(databaseUrl, step, signal))) return false
    await db.write(tx => saveProgress(tx, name, { rows: 0, position: null }))
    return true
  }

  async function runBatches(name: string, step: BatchStep): Promise<boolean> {
    let limit = firstLimit
    let loggedAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      const batch = await runBatch(name, step, limit)
      if (batch === null) return false
      if (batch.position === null) return true
      if (performance.now() - loggedAt > logEveryMs) {
        log.info({ step: name, rows: batch.rowsDone }, 'background step of a migration in progress')
        loggedAt = performance.now()
      }
      limit = nextLimit(limit, batch.durationMs)
      // Pauses at least as long as the batch took: other work gets half of the database or more.
      await delay(Math.max(5, batch.durationMs), undefined, { signal }).catch(() => {})
    }
    return false
  }

  async function runBatch(
    name: string,
    step: BatchStep,
    limit: number,
  ): Promise<(BatchResult & { rowsDone: number; durationMs: number }) | null> {
    let startedAt = 0
    const result = await db.write(async tx => {
      const row = await lockStep(tx, name)
      if (row === null) return null
      startedAt = performance.now()
      const batch = await step.run(tx, row.position, limit, db.engine)
      await saveProgress(tx, name, batch)
      return { ...batch, rowsDone: row.rows_done + batch.rows }
    })
    return result && { ...result, durationMs: msSince(startedAt) }
  }
}

export function nextLimit(limit: number, durationMs: number): number {
  if (durationMs > wantedBatchMs * 2) return Math.max(1, Math.floor(limit / 2))
  return durationMs < wantedBatchMs / 2 ? Math.min(maxLimit, limit * 2) : limit
}

const msSince = (start: number) => Math.round(performance.now() - start)
