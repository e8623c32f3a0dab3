// The leases of the jobs that this worker runs: each lasts a minute and is renewed while its job runs, so that the jobs
// of a process that died become available soon. A job whose lease was lost is aborted.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { renewLeases } from './claim-store.ts'
import { type Clock, isoTime } from './clock.ts'

/** Also the largest difference between the clocks of two processes that does no harm. */
export const leaseMs = 60_000
const renewMs = leaseMs / 3

interface Settings {
  readonly db: Database
  readonly log: Logger
  readonly clock: Clock
  readonly owner: string
}

export class JobLeases {
  readonly #settings: Settings
  readonly #held = new Map<number, AbortController>()
  #stopTimer: (() => void) | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  expiry(now: number): string {
    return isoTime(now + leaseMs)
  }

  add({ id }: { id: number }): AbortSignal {
    const control = new AbortController()
    this.#held.set(id, control)
    this.#scheduleRenewal()
    return control.signal
  }

  release({ id }: { id: number }): void {
    this.#held.delete(id)
    if (this.#held.size === 0) this.#stopRenewal()
  }

  /** Stops renewing, and aborts the jobs that still run. */
  close(): void {
    this.#stopRenewal()
    for (const control of this.#held.values()) control.abort(new Error('the server is shutting down'))
  }

  #scheduleRenewal(): void {
    this.#stopTimer ??= this.#settings.clock.after(renewMs, () => {
      this.#stopTimer = undefined
      if (this.#held.size > 0) this.#scheduleRenewal()
      void this.#renew()
    })
  }

  #stopRenewal(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  async #renew(): Promise<void> {
    const { db, log, clock, owner } = this.#settings
    const jobs = [...this.#held.keys()].map(id => ({ id }))
    if (jobs.length === 0) return
    try {
      const renewed = await db.write(tx => renewLeases(tx, owner, jobs, this.expiry(clock.now())))
      for (const { id } of jobs) if (!renewed.has(id)) this.#abort(id)
    } catch (error) {
      const about = { err: error, jobs: jobs.map(({ id }) => id) }
      log.error(about, `failed to renew job leases, retrying in ${renewMs / 1_000} s`)
    }
  }

  /** A job that finished during the renewal is no longer here. */
  #abort(id: number): void {
    this.#held.get(id)?.abort(new Error('another worker has taken the job over'))
  }
}
