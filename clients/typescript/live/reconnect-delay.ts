// How long to wait before the next attempt to connect: longer each time, and with jitter, so that clients that lost the
// service together do not all reconnect at once.

import type { LiveTiming } from './live-workspace.ts'

export const defaultTiming: LiveTiming = {
  firstRetryMs: 300,
  maxRetryMs: 15_000,
  pingAfterMs: 15_000,
  timeoutMs: 10_000,
}

export const reconnectDelayMs = (attempts: number, timing: LiveTiming, random = Math.random()): number =>
  Math.min(timing.firstRetryMs * 2 ** Math.min(attempts, 20), timing.maxRetryMs) * (0.3 + 0.7 * random)
