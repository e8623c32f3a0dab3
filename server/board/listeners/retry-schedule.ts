// When a failed delivery is retried. All retries together last about 18 hours.

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** The delay after the first failure, the second, and so on. */
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]

/** If this attempt fails, the listener is suspended. */
export const maxAttempts = delaysMs.length + 1

const maxDelayMs = 10 * hour

/**
 * The delay after the given failed attempt, plus or minus a random tenth. `Retry-After` can extend it up to the longest
 * delay, but not shorten it: a busy receiver would use up its attempts.
 */
export function retryDelay(
  attempt: number,
  { retryAfter, now, random = Math.random() }: { retryAfter: string | undefined; now: number; random?: number },
): number {
  const scheduled = (delaysMs[attempt - 1] ?? maxDelayMs) * (0.9 + random * 0.2)
  const requested = Math.min(retryAfterMs(retryAfter, now), maxDelayMs)
  return Math.round(Math.max(scheduled, requested))
}

/** Parses seconds or an HTTP date; returns 0 if it is neither. */
function retryAfterMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * second
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
