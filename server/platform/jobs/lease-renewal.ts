// Renews leases while any are held. What a lease protects, and its SQL, belong to the caller; the SQL uses the clock of the
// database.

import type { Logger } from 'pino'
import type { Clock } from './clock.ts'

/** How long a lease lasts without a renewal, and so how long the work of a killed process waits at most. */
export const leaseMs = 15_000
export const renewMs = 4_000
const retryMs = 1_000

export interface RenewalSettings<Id> {
  readonly clock: Clock
  readonly log: Logger
  /** The noun for what is leased in log messages, such as 'job'. */
  readonly label: string
  /** Returns the ids whose lease is still held. */
  readonly renew: (ids: readonly Id[]) => Promise<ReadonlySet<Id>>
  readonly onLost: (id: Id) => void
}

export class LeaseRenewal<Id> {
  readonly #settings: RenewalSettings<Id>
  readonly #held = new Set<Id>()
  #stopTimer: (() => void) | undefined
  #isRenewing = false
  #isClosed = false

  constructor(settings: RenewalSettings<Id>) {
    this.#settings = settings
  }

  add(id: Id): void {
    this.#held.add(id)
    if (!this.#isRenewing) this.#schedule(renewMs)
  }

  remove(id: Id): void {
    this.#held.delete(id)
    if (this.#held.size === 0) this.#cancelTimer()
  }

  /** Stops renewing: the leases expire. */
  close(): void {
    this.#isClosed = true
    this.#cancelTimer()
  }

  #cancelTimer(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed || this.#held.size === 0) return
    this.#stopTimer ??= this.#settings.clock.after(delayMs, () => {
      this.#stopTimer = undefined
      void this.#renew()
    })
  }

  async #renew(): Promise<void> {
    const { log, label, renew, onLost } = this.#settings
    const ids = [...this.#held]
    this.#isRenewing = true
    let nextMs = renewMs
    try {
      const renewed = await renew(ids)
      // A lease that was removed in the meantime is not lost.
      for (const id of ids) if (this.#held.has(id) && !renewed.has(id)) onLost(id)
    } catch (error) {
      nextMs = retryMs
      log.error({ err: error, ids }, `failed to renew ${label} leases, retrying in ${retryMs / 1_000} s`)
    }
    this.#isRenewing = false
    this.#schedule(nextMs)
  }
}
