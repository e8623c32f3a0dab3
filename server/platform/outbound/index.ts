// Requests to other servers, guarded.

export type { GuardedFetch, GuardedResponse, Outbound } from './guarded-fetch.ts'
export { type LazyOutbound, lazyOutbound } from './lazy-outbound.ts'
export { OutboundFailed } from './outbound-failed.ts'
export { OutboundRefused, outboundPolicy } from './outbound-policy.ts'
