// What a worker holds of the queue: each job for a minute, renewed while it runs, so that the jobs of a process that died
// are free again soon. A job that was lost nevertheless is told to stop.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { renewLeases } from './claim-store.ts'
import { type Clock, timeOf } from './clock.ts'

/** Also how far the clocks of two processes may be apart. */
export const leaseMs = 60_000
const renewMs = leaseMs / 3

interface Settings {
  readonly db: Database
  readonly log: Logger
  readonly clock: Clock
  readonly owner: string
}

export class Leases {
  readonly #settings: Settings
  readonly #held = new Map<number, AbortController>()
  #stopTimer: (() => void) | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  until(now: number): string {
    return timeOf(now + leaseMs)
  }

  hold({ id }: { id: number }): AbortSignal {
    const control = new AbortController()
    this.#held.set(id, control)
    this.#keep()
    return control.signal
  }

  letGo({ id }: { id: number }): void {
    this.#held.delete(id)
    if (this.#held.size === 0) this.#rest()
  }

  /** Renews no more, and tells what still runs to stop. */
  close(): void {
    this.#rest()
    for (const control of this.#held.values()) control.abort(new Error('the server ends'))
  }

  #keep(): void {
    this.#stopTimer ??= this.#settings.clock.after(renewMs, () => {
      this.#stopTimer = undefined
      if (this.#held.size > 0) this.#keep()
      void this.#renew()
    })
  }

  #rest(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  async #renew(): Promise<void> {
    const { db, log, clock, owner } = this.#settings
    const jobs = [...this.#held.keys()].map(id => ({ id }))
    if (jobs.length === 0) return
    try {
      const renewed = await db.write(tx => renewLeases(tx, owner, jobs, this.until(clock.now())))
      for (const { id } of jobs) if (!renewed.has(id)) this.#lose(id)
    } catch (error) {
      log.error({ err: error }, 'leases of jobs cannot be renewed')
    }
  }

  /** Not where it ended in the meantime. */
  #lose(id: number): void {
    this.#held.get(id)?.abort(new Error('another worker has taken the job over'))
  }
}
