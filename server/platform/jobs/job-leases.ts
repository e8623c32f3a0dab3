// The leases of the jobs that this worker runs: each is renewed while its job runs, so that the jobs of a dead process
// become available soon. A job whose lease was lost is aborted.

import type { Logger } from 'pino'
import type { Database } from '../sql/index.ts'
import { renewLeases } from './claim-store.ts'
import type { Clock } from './clock.ts'
import { LeaseRenewal } from './lease-renewal.ts'

interface Settings {
  readonly db: Database
  readonly log: Logger
  readonly clock: Clock
  readonly owner: string
}

export class JobLeases {
  readonly #running = new Map<number, AbortController>()
  readonly #renewal: LeaseRenewal<number>

  constructor({ db, log, clock, owner }: Settings) {
    this.#renewal = new LeaseRenewal({
      clock,
      log,
      label: 'job',
      renew: ids => db.write(tx => renewLeases(tx, owner, ids)),
      onLost: id => this.#running.get(id)?.abort(new Error('another worker has taken the job over')),
    })
  }

  add({ id }: { id: number }): AbortSignal {
    const control = new AbortController()
    this.#running.set(id, control)
    this.#renewal.add(id)
    return control.signal
  }

  release({ id }: { id: number }): void {
    this.#running.delete(id)
    this.#renewal.remove(id)
  }

  /** Aborts the running jobs. */
  interrupt(): void {
    for (const control of this.#running.values()) control.abort(new Error('the server is shutting down'))
  }

  /** Stops renewing. */
  close(): void {
    this.#renewal.close()
  }
}
