// Uses what the browser knows about the network: the connection is checked at once when the network returns or the page
// becomes visible, instead of when a timer fires.

import type { LiveSocket } from './live-socket.ts'

export function watchNetwork(socket: Pick<LiveSocket, 'check' | 'connect' | 'drop'>): () => void {
  if (typeof window === 'undefined') return () => {}
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('online', () => socket.connect(), { signal })
  window.addEventListener('offline', () => socket.drop(), { signal })
  window.addEventListener('pageshow', () => socket.check(), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && socket.check(), {
    signal,
  })
  return () => stop.abort()
}
