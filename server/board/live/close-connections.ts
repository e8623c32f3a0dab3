// Closes the connections of a server that stops. The clients reconnect to other nodes, so their connections are closed
// one after the other: a thousand at once would make those nodes read a thousand boards at the same time.

import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import type { SocketWriter } from './socket-writer.ts'

const perConnectionMs = 3
const maxSpreadMs = 2_000
/** The timeout for clients that do not answer the close message. */
const closeTimeoutMs = 2_000

export async function closeConnections(connections: ReadonlyMap<Connection, SocketWriter>): Promise<void> {
  const intervalMs = Math.min(perConnectionMs, maxSpreadMs / connections.size)
  const all = [...connections.keys()]
  await Promise.all(
    all.map(async (connection, index) => {
      await delay(index * intervalMs)
      await connection.askToReconnect()
    }),
  )
  const deadline = performance.now() + closeTimeoutMs
  while (connections.size > 0 && performance.now() < deadline) await delay(10)
  for (const writer of connections.values()) writer.terminate()
}
