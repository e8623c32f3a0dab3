// Retries work that conflicted with another transaction, a few times and after a random delay, and work that waits for a
// lock.

import { setTimeout as delay } from 'node:timers/promises'
import { isConflict, isLockTimeout } from './unavailable.ts'

const attempts = 5

/**
 * Together with the limit of a session, 5 s. After that a caller gets a 503 and can try again, instead of waiting
 * forever.
 */
const lockAttempts = 10

export async function withRetry<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    return await retryAfter(error, fn)
  }
}

/**
 * Repeats work whose wait for a lock timed out. One long wait instead would let a process that hangs while it waits get the
 * lock and keep it.
 */
export async function retryLockTimeouts<T>(fn: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made += 1)
    try {
      return await fn()
    } catch (error) {
      if (!isLockTimeout(error) || made === lockAttempts) throw error
    }
}

/** Retries work that ran once and failed with `error`. */
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
