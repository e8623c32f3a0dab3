// When a notification that did not arrive is sent again.

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** After the first failure, the second … */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]

/** With this attempt failing, the listener is suspended. */
export const lastAttempt = delaysMs.length + 1

const longestMs = 10 * hour

/**
 * How long to wait after the attempt that failed, a tenth more or less by chance. A receiver may ask for more time, up to
 * the longest of the table, but not for less: its attempts would be used up while it is busy.
 */
export function delayAfterFailure(
  attempt: number,
  { retryAfter, now, chance = Math.random() }: { retryAfter: string | undefined; now: number; chance?: number },
): number {
  const usual = (delaysMs[attempt - 1] ?? longestMs) * (0.9 + chance * 0.2)
  const asked = Math.min(askedForMs(retryAfter, now), longestMs)
  return Math.round(Math.max(usual, asked))
}

/** Seconds or a date; 0 where it is neither. */
function askedForMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * second
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
