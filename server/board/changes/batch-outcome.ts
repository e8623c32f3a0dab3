// The outcome of a request in a batch.

import type { Replayed } from '../../platform/idempotency/index.ts'

/** A request's reply as JSON, the stored response of an earlier call with the same key, or why it is refused. */
export type Outcome = string | Replayed | Refused

export interface Refused {
  readonly refused: unknown
  /** True if the rules of objects refused the request of a caller who may change them: such refusals can be stored. */
  readonly isByRules?: true
}

/** Replaces the outcome of a request that left its batch (blocked-workspaces.ts). */
export class SetAside {
  readonly outcome: Promise<Outcome>

  constructor(outcome: Promise<Outcome>) {
    this.outcome = outcome
  }
}
