// A call that can be retried safely, and the stored response that a retry gets.

/** A call with an Idempotency-Key. */
export interface IdempotentCall {
  readonly user_id: number
  readonly path: string
  readonly key: string
  readonly body_hash: string
  readonly status: number
  /** Whether a refusal by the rules of objects is stored as well. */
  readonly areRefusalsStored?: boolean | undefined
}

/** A stored response, to be sent unchanged. */
export class Replayed {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}
