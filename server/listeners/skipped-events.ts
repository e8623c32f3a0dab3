// The parts of a workspace's log that passed while a listener was IN_ACTIVE, which it is never told: ranges of sequence
// numbers in their order, the last one open while it still is.

/** First and last; null where it goes on. */
export type Skip = readonly [first: number, last: number | null]

/** So many are remembered: those before them matter only to who has the log told again from far back. */
const mostSkips = 1_000

/** From now on nothing is told: `seq` is the last event that still is. */
export function startSkipping(skips: readonly Skip[], seq: number): Skip[] {
  const last = skips.at(-1)
  if (last && last[1] === null) return [...skips]
  // What follows on a range without a gap goes on with it, so that switching to and fro leaves nothing behind.
  if (last && last[1] === seq) return [...skips.slice(0, -1), [last[0], null]]
  return [...skips.slice(1 - mostSkips), [seq + 1, null]]
}

/** From now on everything is told again: `seq` is the last event that is not. */
export function stopSkipping(skips: readonly Skip[], seq: number): Skip[] {
  const last = skips.at(-1)
  if (!last || last[1] !== null) return [...skips]
  return last[0] > seq ? skips.slice(0, -1) : [...skips.slice(0, -1), [last[0], seq]]
}

export const isSkipped = (skips: readonly Skip[], seq: number): boolean =>
  skips.some(([first, last]) => seq >= first && (last === null || seq <= last))
