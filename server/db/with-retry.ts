// Work that lost a race with another transaction is done again, a few times and after a while that is never the same.

import { setTimeout as delay } from 'node:timers/promises'
import { isConflict } from './unavailable.ts'

const attempts = 5

export async function withRetry<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    return await retryAfter(error, act)
  }
}

/** For what was tried once, and failed with this. */
export async function retryAfter<T>(error: unknown, act: () => Promise<T>): Promise<T> {
  let failure = error
  for (let made = 1; made < attempts && isConflict(failure); made++) {
    await delay(Math.random() * 10 * 2 ** made)
    try {
      return await act()
    } catch (next) {
      failure = next
    }
  }
  throw failure
}
