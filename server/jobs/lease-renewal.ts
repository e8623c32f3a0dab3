// Renews leases while any are held. What a lease protects, and its SQL, belong to the caller.

import type { Logger } from 'pino'
import type { Clock } from './clock.ts'

export interface RenewalSettings<Id> {
  readonly clock: Clock
  readonly log: Logger
  readonly renewMs: number
  /** What is leased, for the log: 'job'. */
  readonly label: string
  /** Returns the ids whose lease is still held. */
  readonly renew: (ids: readonly Id[]) => Promise<ReadonlySet<Id>>
  readonly onLost: (id: Id) => void
}

export class LeaseRenewal<Id> {
  readonly #settings: RenewalSettings<Id>
  readonly #held = new Set<Id>()
  #stopTimer: (() => void) | undefined

  constructor(settings: RenewalSettings<Id>) {
    this.#settings = settings
  }

  add(id: Id): void {
    this.#held.add(id)
    this.#schedule()
  }

  remove(id: Id): void {
    this.#held.delete(id)
    if (this.#held.size === 0) this.close()
  }

  /** Stops renewing: the leases expire. */
  close(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  #schedule(): void {
    const { clock, renewMs } = this.#settings
    this.#stopTimer ??= clock.after(renewMs, () => {
      this.#stopTimer = undefined
      if (this.#held.size > 0) this.#schedule()
      void this.#renew()
    })
  }

  async #renew(): Promise<void> {
    const { log, label, renewMs, renew, onLost } = this.#settings
    const ids = [...this.#held]
    if (ids.length === 0) return
    try {
      const renewed = await renew(ids)
      // One that was removed meanwhile is not lost.
      for (const id of ids) if (this.#held.has(id) && !renewed.has(id)) onLost(id)
    } catch (error) {
      log.error({ err: error, ids }, `failed to renew ${label} leases, retrying in ${renewMs / 1_000} s`)
    }
  }
}
