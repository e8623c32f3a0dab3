// Which WebSocket connections use: the one that was passed, the global one, or the one that the runtime can load.

export type LoadWebSocket = () => Promise<typeof WebSocket>

/** Throws a TypeError if there is none. */
export function chooseWebSocket(
  passed: typeof WebSocket | undefined,
  load: LoadWebSocket | null,
): () => typeof WebSocket | Promise<typeof WebSocket> {
  const found = passed ?? globalThis.WebSocket
  if (found) return () => found
  if (load) return load
  throw new TypeError('This runtime has no WebSocket. Pass one as openLive({ WebSocket }).')
}
