// Decides the outcome of a job after an attempt: done, retried later, or failed permanently.

import type { ClaimedJob, JobOutcome } from './claim-store.ts'
import { isoTime } from './clock.ts'
import { PermanentFailure, RetryLater } from './job.ts'
import { policies, retryDelay } from './job-policies.ts'

const maxErrorLength = 1_000

/** `error` is null if the attempt succeeded. */
export function outcomeOf({ name, attempts }: ClaimedJob, error: unknown, now: number): JobOutcome {
  if (error === null) return { state: 'done' }
  if (error instanceof RetryLater)
    return { state: 'waiting', run_at: isoTime(now + error.delayMs), last_error: null, attempts: attempts - 1 }
  const policy = policies[name]
  const last_error = messageOf(error)
  if (error instanceof PermanentFailure || attempts >= policy.maxAttempts) return { state: 'dead', last_error }
  return { state: 'waiting', run_at: isoTime(now + retryDelay(attempts, policy)), last_error }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).slice(0, maxErrorLength)
