// Polling until a state is reached. Tests never wait for a fixed time.

import { setTimeout as sleep } from 'node:timers/promises'

/** Longer on the machines that set CI, which may be slow. */
export const maxWaitMs = process.env.CI ? 120_000 : 20_000

/** Resolves when the clock shows another millisecond, so that what follows has a later time. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  await until(async () => Date.now() > now)
}

/** The first truthy result of `read`. */
export const until = async <T>(read: () => Promise<T | null | undefined | false>): Promise<T> =>
  (await pollUntil(read, Boolean)) as T

/** The first result of `read` that is as expected. */
export async function pollUntil<T>(read: () => Promise<T>, isExpected: (found: T) => boolean): Promise<T> {
  const end = performance.now() + maxWaitMs
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, 50)) {
    const found = await read()
    if (isExpected(found)) return found
    if (performance.now() > end)
      throw new Error(`still not as expected after ${maxWaitMs / 1_000} seconds: ${JSON.stringify(found)}`)
    await sleep(pauseMs)
  }
}
