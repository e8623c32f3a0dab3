// What a browser knows of the network: a connection is looked after at once when it comes back, and when the page is
// looked at again, rather than when a timer happens to fire.

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
