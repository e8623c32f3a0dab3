// The connections to Redis that the parts using it share.

import type { Redis } from 'ioredis'

export interface RedisConnections {
  /** For commands; a command that cannot be sent at once fails. */
  readonly commands: Redis
  /** For subscriptions. */
  readonly subscriber: Redis
  /** The prefix of all keys and channels. */
  readonly prefix: string
}
