// What a call can fail with: an answer that is an error, or no answer at all. Mistakes of the calling code (an id that
// is missing, an address that is none) are plain TypeErrors.

import type { FieldError, ProblemCode } from '@tessera/contract'

/** The service's own codes; `UnexpectedReply` is an answer that does not look like one of the service's. */
export type ErrorCode = ProblemCode | 'UnexpectedReply'

interface ErrorDetails {
  readonly code: ErrorCode
  readonly status: number
  readonly operation: string
  readonly fields?: readonly FieldError[]
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** The service answered with an error. */
export class TesseraError extends Error {
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** Every faulty field with what is wrong about it; empty where no field is to blame. */
  readonly fields: readonly FieldError[]
  /** Leads the operator to the cause in the service's log. */
  readonly requestId: string | undefined
  /** How long the service asked to be left alone. */
  readonly retryAfterSeconds: number | undefined
  /** The operation that was called, such as `notes.create`. */
  readonly operation: string

  constructor(message: string, details: ErrorDetails) {
    super(message)
    this.name = 'TesseraError'
    this.code = details.code
    this.status = details.status
    this.fields = details.fields ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.operation = details.operation
  }
}

/** No answer came, or not all of it: whether the service has done what was asked is unknown. */
export class ConnectionError extends Error {
  readonly operation: string
  readonly isTimeout: boolean

  constructor(message: string, details: { operation: string; isTimeout: boolean; cause: unknown }) {
    super(message, { cause: details.cause })
    this.name = 'ConnectionError'
    this.operation = details.operation
    this.isTimeout = details.isTimeout
  }
}
