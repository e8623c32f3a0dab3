// What the parts that use Redis are given of it.

import type { Redis } from 'ioredis'

export interface RedisLinks {
  /** For commands; one that cannot be sent at once fails. */
  readonly commands: Redis
  /** For what others publish. */
  readonly subscriptions: Redis
  /** What the names of all keys and channels begin with. */
  readonly prefix: string
}
