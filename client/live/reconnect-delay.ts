// How long to wait before the next try to connect: longer each time, and never the same for everybody, so that those who
// lost the service together do not all come back at once.

import type { LiveTiming } from './live-workspace.ts'

export const defaultTiming: LiveTiming = {
  firstRetryMs: 300,
  longestRetryMs: 15_000,
  quietMs: 15_000,
  patienceMs: 10_000,
}

export const pauseBefore = (tries: number, timing: LiveTiming, random = Math.random()): number =>
  Math.min(timing.firstRetryMs * 2 ** Math.min(tries, 20), timing.longestRetryMs) * (0.3 + 0.7 * random)
