// Runs the jobs of the queue: claims what is due, runs a limited number at a time, stores each outcome. It wakes up on
// commits of this process, when the next job is due, and every five seconds for jobs that other processes enqueued. It
// knows nothing about what the jobs do.

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../sql/index.ts'
import { chooseJobs, countFree, type RunningJob, Turns } from './choose-jobs.ts'
import { type ClaimedJob, claimJobs, deleteFinished, findNextDue, finishJob, releaseAllLeases } from './claim-store.ts'
import { type Clock, isoTime, systemClock } from './clock.ts'
import { type Job, type JobHandler, type JobName, RetryLater } from './job.ts'
import { JobCounts } from './job-counts.ts'
import { JobLeases } from './job-leases.ts'
import { outcomeOf } from './job-outcome.ts'
import { fairLanes, policies } from './job-policies.ts'

/** Processes do not announce their jobs to each other: every announcement would make all of them query the queue. */
const pollMs = 5_000
const retryMs = 1_000
/** How long a closing worker lets jobs run. Then those that can be interrupted go back to the queue. */
const interruptAfterMs = 3_000
const retainFinishedMs = 24 * 3_600_000
const purgeIntervalMs = 600_000

type Handlers = { readonly [Name in JobName]?: JobHandler<Name> }

export interface WorkerSettings {
  readonly db: Database
  /** Jobs with other names are ignored. */
  readonly handlers: Handlers
  readonly log: Logger
  readonly clock?: Clock
  /**
   * How long a job waits after an error that the job did not cause; null for any other error. No attempt is counted.
   */
  readonly outageDelayMs?: (error: unknown) => number | null
}

export interface Worker {
  /** How many attempts this process has made. */
  readonly counts: JobCounts
  /** How many jobs run at the moment. */
  readonly running: number
  /**
   * Claims no more jobs and waits up to `limitMs` for those that run. After 3 seconds they are told to abort: those that do
   * go back to the queue, and the leases of the others expire.
   */
  close(limitMs?: number): Promise<void>
}

export async function openWorker(settings: WorkerSettings): Promise<Worker> {
  const worker = new JobWorker(settings)
  await worker.start()
  return worker
}

class JobWorker implements Worker {
  readonly #owner = randomUUID()
  readonly #db: Database
  readonly #log: Logger
  readonly #clock: Clock
  readonly #handlers: Handlers
  readonly #names: readonly JobName[]
  readonly #outageDelayMs: (error: unknown) => number | null
  readonly #leases: JobLeases
  readonly #running = new Map<number, RunningJob & { end: Promise<void> }>()
  readonly #turns = new Turns()
  readonly counts = new JobCounts()
  #claiming: Promise<void> | undefined
  #isWakePending = false
  #isClosing = false
  #closed: Promise<void> | undefined
  #stopTimer = () => {}
  #unsubscribe = () => {}
  #purgedAt = 0

  constructor({ db, handlers, log, clock = systemClock, outageDelayMs = () => null }: WorkerSettings) {
    this.#db = db
    this.#log = log
    this.#clock = clock
    this.#handlers = handlers
    this.#names = Object.keys(handlers) as JobName[]
    this.#outageDelayMs = outageDelayMs
    this.#leases = new JobLeases({ db, log, clock, owner: this.#owner })
  }

  async start(): Promise<void> {
    // The embedded database has one process at a time: a job that is marked as running belonged to a process that died.
    if (this.#db.engine === 'sqlite')
      await this.#db.write(tx => releaseAllLeases(tx, this.#names, isoTime(this.#clock.now())))
    this.#unsubscribe = this.#db.onCommit('jobs', () => this.#wake())
    this.#wake()
  }

  get running(): number {
    return this.#running.size
  }

  close(limitMs = 15_000): Promise<void> {
    this.#closed ??= this.#drain(limitMs)
    return this.#closed
  }

  async #drain(limitMs: number): Promise<void> {
    this.#isClosing = true
    this.#unsubscribe()
    this.#stopTimer()
    await this.#claiming
    const politeMs = Math.min(limitMs, interruptAfterMs)
    await this.#endedWithin(politeMs)
    this.#leases.interrupt()
    await this.#endedWithin(limitMs - politeMs)
    this.#leases.close()
  }

  async #endedWithin(ms: number): Promise<void> {
    const ended = Promise.all([...this.#running.values()].map(job => job.end))
    let stopLimit = () => {}
    const limit = new Promise<void>(resolve => {
      stopLimit = this.#clock.after(ms, resolve)
    })
    await Promise.race([ended, limit])
    stopLimit()
  }

  #wake(): void {
    if (this.#isClosing) return
    this.#isWakePending = true
    this.#claiming ??= this.#claimUntilIdle().finally(() => {
      this.#claiming = undefined
      if (this.#isWakePending) this.#wake()
    })
  }

  async #claimUntilIdle(): Promise<void> {
    this.#stopTimer()
    let waitMs = pollMs
    try {
      while (this.#isWakePending && !this.#isClosing) {
        this.#isWakePending = false
        waitMs = await this.#claimDue()
        if (waitMs === 0) this.#isWakePending = true
      }
    } catch (error) {
      this.#log.error({ err: error }, `failed to claim jobs, retrying in ${retryMs / 1_000} s`)
      this.#isWakePending = false
      waitMs = retryMs
    }
    if (!this.#isClosing) this.#stopTimer = this.#clock.after(waitMs, () => this.#wake())
  }

  /** How long to wait before the next claim. */
  async #claimDue(): Promise<number> {
    const names = this.#names.filter(name => countFree(name, this.#running.values()) > 0)
    if (names.length === 0) return pollMs
    const nextMs = await findNextDue(this.#db.read, names, this.#clock.now())
    const waitMs = Math.min(nextMs ?? pollMs, pollMs)
    if (waitMs > 0) return waitMs
    const hasProgress = await this.#claim(names)
    // Jobs that are due but could not be claimed are currently locked by another worker.
    return hasProgress ? 0 : retryMs
  }

  async #claim(names: readonly JobName[]): Promise<boolean> {
    const { jobs, hasProgress } = await this.#db.write(tx =>
      claimJobs(tx, {
        owner: this.#owner,
        running: this.#running.keys(),
        names,
        fairNames: names.filter(name => fairLanes.includes(policies[name].lane)),
        known: this.#names,
        now: isoTime(this.#clock.now()),
        choose: free => chooseJobs(free, [...this.#running.values()], this.#turns),
      }),
    )
    for (const job of jobs) this.#start(job)
    return hasProgress
  }

  #start(job: ClaimedJob): void {
    const end = this.#run(job).then(() => {
      this.#running.delete(job.id)
      this.#wake()
    })
    this.#running.set(job.id, { name: job.name, organization_id: job.organization_id, end })
  }

  async #run(job: ClaimedJob): Promise<void> {
    const signal = this.#leases.add(job)
    const error = await this.#attempt(job, signal)
    const isInterrupted = error !== null && this.#isClosing && signal.aborted
    const jobError = isInterrupted ? new RetryLater('the server is shutting down', 0) : error
    this.#leases.release(job)
    const now = this.#clock.now()
    const outcome = outcomeOf(job, jobError, now)
    const about = { job: job.id, name: job.name, attempt: job.attempts }
    const isPostponed = jobError instanceof RetryLater
    if (jobError && !isPostponed) this.#log.warn({ ...about, err: jobError, next: outcome }, describeFailure(outcome))
    try {
      const isHeld = await this.#db.write(tx => finishJob(tx, this.#owner, job, outcome, isoTime(now)))
      if (isHeld && !isPostponed) this.counts.count(job.name, outcome.state === 'waiting' ? 'failed' : outcome.state)
      if (!isHeld) this.#log.warn(about, 'lost the lease of a running job; discarding its result')
      await this.#purge(now)
    } catch (error) {
      this.#log.error(
        { ...about, err: error },
        'failed to store the outcome of a job; it runs again when its lease expires',
      )
    }
  }

  /** The error of the attempt; null if it succeeded. */
  async #attempt(claimed: ClaimedJob, signal: AbortSignal): Promise<unknown> {
    const handler = this.#handlers[claimed.name] as JobHandler<JobName>
    const { id, name, key, organization_id, created_at, attempts: attempt } = claimed
    try {
      if (attempt > policies[name].maxAttempts)
        throw new Error('every process that ran the job ended before it finished')
      const job: Job = { id, name, key, organization_id, created_at, attempt, payload: JSON.parse(claimed.payload) }
      await handler(job, signal)
      return null
    } catch (error) {
      const delayMs = this.#outageDelayMs(error)
      return delayMs === null ? (error ?? new Error('the handler threw no error')) : new RetryLater('', delayMs)
    }
  }

  async #purge(now: number): Promise<void> {
    if (now - this.#purgedAt < purgeIntervalMs) return
    this.#purgedAt = now
    await this.#db.write(tx => deleteFinished(tx, isoTime(now - retainFinishedMs)))
  }
}

const describeFailure = (outcome: ReturnType<typeof outcomeOf>): string =>
  outcome.state === 'waiting' ? `job failed, retrying at ${outcome.run_at}` : 'job failed permanently, not retrying'
