// What the worker knows of time, so that tests can tell it.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once after so long; what it returns calls it off. */
  after(delayMs: number, act: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}

export const timeOf = (ms: number): string => new Date(ms).toISOString()
