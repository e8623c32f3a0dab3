// The time limit of drawing or writing a board, over all its steps, and the Problem of a drawing that exceeds it.

import { Problem } from '@tessera/contract'
import { ChildFailed } from './processing-errors.ts'

/** Returns a function that returns the milliseconds that are left, and throws a ChildFailed if there are none. */
export function startDeadline(timeoutMs: number): () => number {
  const endsAt = performance.now() + timeoutMs
  return () => {
    const left = endsAt - performance.now()
    if (left <= 0) throw new ChildFailed('timeout', `it took longer than ${timeoutMs / 1_000} s`)
    return left
  }
}

export const isTooSlow = (error: unknown): boolean => error instanceof ChildFailed && error.reason === 'timeout'

/** Throws the Problem for an error of a drawing, or the error itself. */
export function throwDrawingProblem(error: unknown): never {
  if (isTooSlow(error))
    throw new Problem('BadRequest', 'Drawing takes too long. Request a smaller region or a smaller scale')
  if (error instanceof ChildFailed && error.reason === 'aborted')
    throw new Problem('ServiceUnavailable', 'The server is shutting down', { retryAfterSeconds: 5 })
  throw error
}
