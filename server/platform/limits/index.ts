// The limits on what one user, address or organization may use.

export type { AbuseLimits } from './abuse-limits.ts'
export { readJson, rejectBadString, rejectBadText } from './json-body.ts'
export { type Allowance, noRateLimit, openRateLimit, type RateLimit, rateLimitExceeded } from './rate-limit.ts'
export { costOf, costOfEntries, costOfReply } from './request-cost.ts'
export { RequestSlots } from './request-slots.ts'
