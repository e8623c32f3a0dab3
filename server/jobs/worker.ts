// Carries out the jobs of the queue: takes what is due, runs so many at once, notes how each ended. Woken by the commits of
// this process, by the next job's time, and now and then for what other processes left; idle it costs one small read in
// five seconds. It knows nothing of what the jobs do.

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { claimJobs, deleteFinished, endJob, endLeases, findNextTurn, type HeldJob } from './claim-store.ts'
import { type Clock, systemClock, timeOf } from './clock.ts'
import { endingOf } from './job-outcome.ts'
import { type Job, type JobHandler, type JobName, RetryLater } from './job.ts'
import { lanes, policies } from './job-policies.ts'
import { Leases } from './job-leases.ts'

/** Other processes say nothing when they enqueue: a commit that tells all of them would make all of them take turns. */
const pollMs = 5_000
const afterFaultMs = 1_000
const keepFinishedMs = 24 * 3_600_000
const betweenSweepsMs = 600_000

type Handlers = { readonly [Name in JobName]?: JobHandler<Name> }

export interface WorkerSettings {
  readonly db: Database
  /** Jobs of other names stay where they are. */
  readonly handlers: Handlers
  readonly log: Logger
  readonly clock?: Clock
}

export interface Worker {
  /** How many jobs this process has ended, by name and by how that went. */
  readonly endings: ReadonlyMap<string, number>
  /** Takes no more jobs and waits for those that run, so long at most; what runs then is told to stop, and its lease ends. */
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
  readonly #known: readonly JobName[]
  readonly #leases: Leases
  readonly #running = new Map<number, { name: JobName; over: Promise<void> }>()
  readonly endings = new Map<string, number>()
  #turn: Promise<void> | undefined
  #isAskedAgain = false
  #isClosing = false
  #closed: Promise<void> | undefined
  #stopTimer = () => {}
  #stopFollowing = () => {}
  #sweptAt = 0

  constructor({ db, handlers, log, clock = systemClock }: WorkerSettings) {
    this.#db = db
    this.#log = log
    this.#clock = clock
    this.#handlers = handlers
    this.#known = Object.keys(handlers) as JobName[]
    this.#leases = new Leases({ db, log, clock, owner: this.#owner })
  }

  async start(): Promise<void> {
    // One process at a time has the embedded database: what runs there is a leftover of one that died.
    if (this.#db.engine === 'sqlite') await this.#db.write(tx => endLeases(tx, this.#known, timeOf(this.#clock.now())))
    this.#stopFollowing = this.#db.onCommit('jobs', () => this.#wake())
    this.#wake()
  }

  close(limitMs = 15_000): Promise<void> {
    this.#closed ??= this.#drain(limitMs)
    return this.#closed
  }

  async #drain(limitMs: number): Promise<void> {
    this.#isClosing = true
    this.#stopFollowing()
    this.#stopTimer()
    await this.#turn
    const over = Promise.all([...this.#running.values()].map(job => job.over))
    let stopLimit = () => {}
    const limit = new Promise<void>(resolve => {
      stopLimit = this.#clock.after(limitMs, resolve)
    })
    await Promise.race([over, limit])
    stopLimit()
    this.#leases.close()
  }

  #wake(): void {
    if (this.#isClosing) return
    this.#isAskedAgain = true
    this.#turn ??= this.#takeTurns().finally(() => {
      this.#turn = undefined
      if (this.#isAskedAgain) this.#wake()
    })
  }

  async #takeTurns(): Promise<void> {
    this.#stopTimer()
    let waitMs = pollMs
    try {
      while (this.#isAskedAgain && !this.#isClosing) {
        this.#isAskedAgain = false
        waitMs = await this.#takeTurn()
        if (waitMs === 0) this.#isAskedAgain = true
      }
    } catch (error) {
      this.#log.error({ err: error }, 'jobs cannot be taken')
      this.#isAskedAgain = false
      waitMs = afterFaultMs
    }
    if (!this.#isClosing) this.#stopTimer = this.#clock.after(waitMs, () => this.#wake())
  }

  /** How long to wait for the next turn. */
  async #takeTurn(): Promise<number> {
    const names = this.#known.filter(name => this.#roomFor(name) > 0)
    if (names.length === 0) return pollMs
    const next = await findNextTurn(this.#db.read, names)
    const waitMs = next === null ? pollMs : Math.min(Date.parse(next) - this.#clock.now(), pollMs)
    if (waitMs > 0) return waitMs
    const isMoved = await this.#claim(names)
    // What is due and could not be taken is in another's hands at this moment.
    return isMoved ? 0 : afterFaultMs
  }

  async #claim(names: readonly JobName[]): Promise<boolean> {
    const now = this.#clock.now()
    const { jobs, isMoved } = await this.#db.write(tx =>
      claimJobs(tx, {
        owner: this.#owner,
        running: this.#running.keys(),
        names,
        known: this.#known,
        now: timeOf(now),
        until: this.#leases.until(now),
        choose: free => this.#choose(free),
      }),
    )
    for (const job of jobs) this.#begin(job)
    return isMoved
  }

  #roomFor(name: JobName): number {
    const { lane } = policies[name]
    const taken = [...this.#running.values()].filter(job => policies[job.name].lane === lane)
    return lanes[lane] - taken.length
  }

  #choose(free: readonly HeldJob[]): HeldJob[] {
    const room = new Map<string, number>()
    return free.filter(({ name }) => {
      const { lane } = policies[name]
      const left = room.get(lane) ?? this.#roomFor(name)
      room.set(lane, left - 1)
      return left > 0
    })
  }

  #begin(job: HeldJob): void {
    const over = this.#run(job).then(() => {
      this.#running.delete(job.id)
      this.#wake()
    })
    this.#running.set(job.id, { name: job.name, over })
  }

  async #run(job: HeldJob): Promise<void> {
    const signal = this.#leases.hold(job)
    const fault = await this.#carryOut(job, signal)
    this.#leases.letGo(job)
    const now = this.#clock.now()
    const ending = endingOf(job, fault, now)
    const about = { job: job.id, name: job.name, attempt: job.attempts }
    if (fault && !(fault instanceof RetryLater)) this.#log.warn({ ...about, err: fault, next: ending }, 'a job failed')
    try {
      const isHeld = await this.#db.write(tx => endJob(tx, this.#owner, job, ending, timeOf(now)))
      if (isHeld && !(fault instanceof RetryLater)) this.#count(job.name, ending.state)
      if (!isHeld) this.#log.warn(about, 'a job was taken over by another worker while it ran here')
      await this.#sweep(now)
    } catch (error) {
      this.#log.error({ ...about, err: error }, 'how a job ended cannot be noted: it will run again')
    }
  }

  /** What went wrong; null where nothing did. */
  async #carryOut(held: HeldJob, signal: AbortSignal): Promise<unknown> {
    const handler = this.#handlers[held.name] as JobHandler<JobName>
    const { id, name, key, created_at, attempts: attempt } = held
    try {
      if (attempt > policies[name].tries) throw new Error('the process that ran it ended, time and again')
      const job: Job = { id, name, key, created_at, attempt, payload: JSON.parse(held.payload) }
      await handler(job, signal)
      return null
    } catch (error) {
      return error ?? new Error('no reason was given')
    }
  }

  #count(name: JobName, state: string): void {
    const label = `name="${name}",ending="${state === 'waiting' ? 'failed' : state}"`
    this.endings.set(label, (this.endings.get(label) ?? 0) + 1)
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < betweenSweepsMs) return
    this.#sweptAt = now
    await this.#db.write(tx => deleteFinished(tx, timeOf(now - keepFinishedMs)))
  }
}
