// Requests to other servers, guarded.

export type { GuardedFetch, GuardedResponse, Outbound } from './guarded-fetch.ts'
export type { PostRequest, PostResponse } from './guarded-post.ts'
export { type LazyOutbound, lazyOutbound } from './lazy-outbound.ts'
export { AddressBusy, OutboundFailed } from './outbound-failed.ts'
export { OutboundRefused, outboundPolicy } from './outbound-policy.ts'
