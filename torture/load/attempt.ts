// One request of a client, classified by what the response says about its effect.

import { ConnectionError, TesseraError } from '@tessera/client'
import type { Outcome } from '../ledger.ts'
import type { RunState } from '../run-state.ts'

export type Attempt<T> = { outcome: Outcome; value: T | null; status: number | null }

/**
 * `allowed` lists the statuses of refusals that the caller expects. Any other refusal of a valid request is a
 * violation.
 */
export async function attempt<T>(
  run: RunState,
  what: string,
  request: () => Promise<T>,
  allowed: readonly number[] = [],
): Promise<Attempt<T>> {
  try {
    const value = await request()
    run.count(`${what}: done`)
    return { outcome: 'acknowledged', value, status: 200 }
  } catch (error) {
    if (error instanceof ConnectionError) {
      run.count(`${what}: no response`)
      return { outcome: 'unknown', value: null, status: null }
    }
    if (!(error instanceof TesseraError)) throw error
    run.count(`${what}: ${error.status}`)
    return { outcome: outcomeOf(run, what, error, allowed), value: null, status: error.status }
  }
}

/** The longest that a client tries: longer than any fault. */
const maxTryingMs = 30_000
const firstPauseMs = 50
const maxPauseMs = 400

/**
 * Sends a request again until its outcome is known. Only for what has the same effect when it is repeated.
 * `allowedLater`: the statuses that mean that an earlier attempt has taken effect.
 */
export async function attemptUntilKnown<T>(
  run: RunState,
  what: string,
  request: () => Promise<T>,
  { allowed = [], allowedLater = [] }: { allowed?: readonly number[]; allowedLater?: readonly number[] } = {},
): Promise<Attempt<T>> {
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const isFirst = pauseMs === firstPauseMs
    const result = await attempt(run, what, request, isFirst ? allowed : [...allowed, ...allowedLater])
    if (result.outcome !== 'unknown' || performance.now() - startedAt > maxTryingMs) return result
    await pause(pauseMs)
  }
}

function outcomeOf(run: RunState, what: string, error: TesseraError, allowed: readonly number[]): Outcome {
  const { status, code, message } = error
  if (allowed.includes(status)) return 'refused'
  // 409: an earlier attempt with the same key is still in progress. 502 to 504: an error of the server or of the proxy.
  if ([409, 429, 502, 503, 504].includes(status)) return 'unknown'
  run.violations.add('responses', `${what}: ${status} ${code}: ${message}`)
  return status < 500 ? 'refused' : 'unknown'
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
