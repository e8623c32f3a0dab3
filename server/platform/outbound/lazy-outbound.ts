// Loads the HTTP client with the first outbound request: many servers never make one.

import type { Outbound } from './guarded-fetch.ts'
import type { OutboundPolicy } from './outbound-policy.ts'

export interface LazyOutbound extends Pick<Outbound, 'guardedFetch' | 'close'> {
  /** Loads the client, for callers that make many requests. */
  open(): Promise<Outbound>
}

export function lazyOutbound(policy: OutboundPolicy): LazyOutbound {
  let opened: Promise<Outbound> | undefined
  const open = () => {
    opened ??= import('./guarded-fetch.ts').then(({ openOutbound }) => openOutbound(policy))
    return opened
  }
  return {
    open,
    guardedFetch: async (url, request) => await (await open()).guardedFetch(url, request),
    close: async () => await (await opened)?.close(),
  }
}
