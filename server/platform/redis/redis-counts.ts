// The counts of the rate limit that the processes of a database share in Redis.

import { rateWindowMs, type SharedCounts } from '../limits/index.ts'
import type { RedisConnections } from './redis-connections.ts'

export const redisCounts = (
  { commands, prefix }: Pick<RedisConnections, 'commands' | 'prefix'>,
  isAvailable: () => boolean,
): SharedCounts => ({
  isAvailable,
  async add(window, costs) {
    const pipeline = commands.pipeline()
    for (const [who, cost] of costs) {
      const key = `${prefix}:requests:${window}:${who}`
      pipeline.incrby(key, cost).pexpire(key, 2 * rateWindowMs)
    }
    const replies = await pipeline.exec().catch(() => null)
    return costs.map((_, index) => {
      const reply = replies?.[index * 2]
      return reply && !reply[0] ? (reply[1] as number) : null
    })
  },
})
