// Outbound requests for a server that may never make one: the HTTP client is loaded with the first.

import type { Outbound } from './guarded-fetch.ts'
import type { OutboundPolicy } from './outbound-policy.ts'

export interface LazyOutbound extends Pick<Outbound, 'guardedFetch' | 'close'> {
  /** Loads what is behind it, for who is about to make many requests. */
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
