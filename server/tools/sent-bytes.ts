// How many bytes of a connection have left this process. A stream counts a chunk only when all of it has, but the handle
// of a socket knows how much of it is left: otherwise a slow reader of a large chunk would seem to read nothing.

import type { Duplex } from 'node:stream'

interface Sending {
  readonly bytesWritten?: number
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
}

export function sentBytesOf(socket: Duplex): number {
  const { _handle: handle, bytesWritten = 0 } = socket as Sending
  return handle ? handle.bytesWritten - handle.writeQueueSize : bytesWritten - socket.writableLength
}
