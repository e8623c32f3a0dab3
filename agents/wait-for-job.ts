// Waits for an export or import, for less time than clients wait for a tool.

import { setTimeout as sleep } from 'node:timers/promises'

const maxWaitMs = 25_000
const firstPauseMs = 100
const longestPauseMs = 1_000

export async function waitForJob<Job extends { readonly state: string }>(
  get: () => Promise<Job>,
  signal: AbortSignal,
): Promise<Job> {
  const end = Date.now() + maxWaitMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const job = await get()
    if (job.state === 'done' || job.state === 'failed' || Date.now() + pauseMs > end) return job
    await sleep(pauseMs, undefined, { signal })
  }
}
