// Waiting for what happens in its own time: for the state it comes to, never for a while.

import { setTimeout as sleep } from 'node:timers/promises'

/** A busy machine may take its time; what never comes is told all the same. */
export const longestMs = 120_000

/** What `look` finds, once it finds something. */
export const until = async <T>(look: () => Promise<T | null | undefined | false>): Promise<T> =>
  (await lookUntil(look, Boolean)) as T

/** What `look` finds, once it is as meant. */
export async function lookUntil<T>(look: () => Promise<T>, isAsMeant: (found: T) => boolean): Promise<T> {
  const end = performance.now() + longestMs
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, 50)) {
    const found = await look()
    if (isAsMeant(found)) return found
    if (performance.now() > end) throw new Error(`after two minutes it still is ${JSON.stringify(found)}`)
    await sleep(pauseMs)
  }
}
