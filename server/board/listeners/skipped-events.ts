// The ranges of a workspace's log that a listener skips because it was IN_ACTIVE. They are in order; the last one is open
// while the listener is IN_ACTIVE.

/** The first and last seq; null while the range is open. */
export type Skip = readonly [first: number, last: number | null]

/** Older ranges are dropped: they matter only for a replay from far back. */
const maxSkips = 1_000

/** Starts skipping after `seq`, the last event that is still delivered. */
export function startSkipping(skips: readonly Skip[], seq: number): Skip[] {
  const last = skips.at(-1)
  if (last && last[1] === null) return [...skips]
  // A range that follows the previous one without a gap extends it, so that toggling adds no ranges.
  if (last && last[1] === seq) return [...skips.slice(0, -1), [last[0], null]]
  return [...skips.slice(1 - maxSkips), [seq + 1, null]]
}

/** Stops skipping after `seq`, the last event that is skipped. */
export function stopSkipping(skips: readonly Skip[], seq: number): Skip[] {
  const last = skips.at(-1)
  if (!last || last[1] !== null) return [...skips]
  return last[0] > seq ? skips.slice(0, -1) : [...skips.slice(0, -1), [last[0], seq]]
}

export const isSkipped = (skips: readonly Skip[], seq: number): boolean =>
  skips.some(([first, last]) => seq >= first && (last === null || seq <= last))
