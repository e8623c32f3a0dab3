// Retries work that conflicted with another transaction, a few times and after a random delay.

import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './unavailable.ts'

const attempts = 5

export async function withRetry<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    return await retryAfter(error, fn)
  }
}

/** For work that was run once and failed with `error`. */
export async function retryAfter<T>(error: unknown, fn: () => Promise<T>): Promise<T> {
  let failure = error
  for (let made = 1; made < attempts && isConflict(failure); made++) {
    await delay(Math.random() * 10 * 2 ** made)
    try {
      return await fn()
    } catch (next) {
      failure = next
    }
  }
  throw failure
}
