// How a job ends: done, to be tried again, or among the dead letters.

import type { Ending, HeldJob } from './claim-store.ts'
import { timeOf } from './clock.ts'
import { PermanentFailure, RetryLater } from './job.ts'
import { delayAfter, policies } from './job-policies.ts'

const longestReason = 1_000

export function endingOf({ name, attempts }: HeldJob, fault: unknown, now: number): Ending {
  if (fault === null) return { state: 'done' }
  if (fault instanceof RetryLater)
    return { state: 'waiting', run_at: timeOf(now + fault.delayMs), last_error: null, attempts: attempts - 1 }
  const policy = policies[name]
  const last_error = reasonOf(fault)
  if (fault instanceof PermanentFailure || attempts >= policy.tries) return { state: 'dead', last_error }
  return { state: 'waiting', run_at: timeOf(now + delayAfter(attempts, policy)), last_error }
}

const reasonOf = (fault: unknown): string =>
  (fault instanceof Error ? fault.message || fault.name : String(fault)).slice(0, longestReason)
