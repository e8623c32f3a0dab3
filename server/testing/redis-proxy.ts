// A link to the Redis server of the test run, whose connections can be cut, frozen and restored.

import { type NetworkLink, openNetworkLink } from './network-link.ts'

export interface RedisProxy extends NetworkLink {
  readonly url: string
  /** Restores the link; connections from before are closed. */
  mend(): void
}

export async function openRedisProxy(): Promise<RedisProxy> {
  const { hostname, port } = new URL(process.env.TEST_REDIS_URL ?? '')
  const link = await openNetworkLink({ host: hostname, port: Number(port) })
  return { ...link, url: `redis://127.0.0.1:${link.port}`, mend: () => link.restore({ isReset: true }) }
}
