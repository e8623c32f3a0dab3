// A proxy to the Redis server of the test run, whose connections can be cut, frozen and restored.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface RedisProxy {
  readonly url: string
  /** Closes every connection and rejects new ones. */
  cut(): void
  /** Keeps every connection open, accepts new ones, and answers nothing. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

export async function openRedisProxy(): Promise<RedisProxy> {
  const { hostname, port } = new URL(process.env.TEST_REDIS_URL ?? '')
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const server = createServer(near => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', bytes => {
        if (!isFrozen) other.write(bytes)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    freeze: () => {
      isFrozen = true
    },
    mend: () => {
      isCut = false
      // What was swallowed meanwhile is missing in the streams of the old connections.
      if (isFrozen) for (const socket of sockets) socket.destroy()
      isFrozen = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
