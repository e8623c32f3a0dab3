// What a call can fail with: a response that is an error, or no response at all. Mistakes of the calling code (a missing
// id, an invalid address) are plain TypeErrors.

import type { ErrorReason, FieldError, ProblemCode } from '@tessera/contract'

/** The codes of the service; `UnexpectedReply` is a response that does not have the format of the service. */
export type ErrorCode = ProblemCode | 'UnexpectedReply'

type ErrorDetails = Pick<TesseraError, 'code' | 'status' | 'operation'> &
  Partial<Pick<TesseraError, 'reason' | 'neededScope' | 'fields' | 'requestId' | 'retryAfterSeconds'>>

/** The service responded with an error. */
export class TesseraError extends Error {
  /** What is wrong, as a code for programs: `BadRequest`, `ForbiddenError`, … */
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** The cause, if errors with the same code have several. */
  readonly reason: ErrorReason | undefined
  /** The scopes that the request needs, separated by spaces, if the token lacks one of them. */
  readonly neededScope: string | undefined
  /** Every invalid field with the reason; empty if the error is not about a field. */
  readonly fields: readonly FieldError[]
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined
  /** How long to wait before the next request. */
  readonly retryAfterSeconds: number | undefined
  /** The operation that was called, such as `notes.create`. */
  readonly operation: string

  constructor(message: string, details: ErrorDetails) {
    super(message)
    this.name = 'TesseraError'
    this.code = details.code
    this.status = details.status
    this.reason = details.reason
    this.neededScope = details.neededScope
    this.fields = details.fields ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.operation = details.operation
  }
}

/** There was no complete response: whether the operation happened is unknown. */
export class ConnectionError extends Error {
  /** The operation that was called, such as `notes.create`. */
  readonly operation: string
  /** True if the time limit of the attempt was over. */
  readonly isTimeout: boolean

  constructor(message: string, details: { operation: string; isTimeout: boolean; cause: unknown }) {
    super(message, { cause: details.cause })
    this.name = 'ConnectionError'
    this.operation = details.operation
    this.isTimeout = details.isTimeout
  }
}
