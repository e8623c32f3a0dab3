// Which failures are retried, and how long to wait before: longer each time, never less than Retry-After, and not at all
// if Retry-After is more than a minute.

import { ConnectionError, TesseraError } from './errors.ts'

const firstPauseMs = 250
const maxPauseMs = 8_000
const maxRetryAfterSeconds = 60

export interface RetryRules {
  /** False if a second run after an unknown outcome would do harm. Then only refusals are retried. */
  readonly isRepeatable: boolean
  /** An Idempotency-Key is sent, so a conflict means that the first run has not finished yet. */
  readonly isKeyed: boolean
}

/** The pause before retry number `retry` + 1 in milliseconds; null if the failure is final. */
export function pauseAfter(failure: unknown, retry: number, rules: RetryRules, random = Math.random()): number | null {
  if (!isTransient(failure, rules)) return null
  const retryAfterSeconds = failure instanceof TesseraError ? failure.retryAfterSeconds : undefined
  if (retryAfterSeconds === undefined) return Math.min(firstPauseMs * 2 ** retry, maxPauseMs) * (0.5 + random / 2)
  return retryAfterSeconds > maxRetryAfterSeconds ? null : retryAfterSeconds * 1_000
}

function isTransient(failure: unknown, { isRepeatable, isKeyed }: RetryRules): boolean {
  if (failure instanceof ConnectionError) return isRepeatable
  if (!(failure instanceof TesseraError)) return false
  switch (failure.status) {
    case 429:
    case 503:
      return true
    case 502:
    case 504:
      return isRepeatable
    case 409:
      return isKeyed
    default:
      return false
  }
}

/** Waits, or throws the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
