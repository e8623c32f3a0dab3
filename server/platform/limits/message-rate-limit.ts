// Limits the messages and bytes of live connections with token buckets. The rate limit counts only changes and large
// messages; without this one, a client that sends presence in a loop would occupy the process.

const messages = { burst: 400, perSecond: 120 }
const bytes = { burst: 8_388_608, perSecond: 1_572_864 }
/** All connections of a user together may send the bytes of so many. */
const connectionsOfUser = 2

class TokenBucket {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #at = performance.now()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, factor = 1) {
    this.#burst = burst * factor
    this.#perSecond = perSecond * factor
    this.#left = this.#burst
  }

  get isFull(): boolean {
    return this.#refill() === this.#burst
  }

  take(amount: number): boolean {
    this.#left = this.#refill() - amount
    return this.#left >= 0
  }

  #refill(): number {
    const now = performance.now()
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond)
    this.#at = now
    return this.#left
  }
}

/** Of one connection. */
export class MessageRateLimit {
  readonly #messages = new TokenBucket(messages)
  readonly #bytes = new TokenBucket(bytes)

  /** Returns false if the limit is exceeded. */
  take(size: number): boolean {
    const isBelow = this.#messages.take(1)
    return this.#bytes.take(size) && isBelow
  }
}

/** Of all connections of a user, so that more connections do not allow more. */
export class UserByteLimits {
  readonly #buckets = new Map<number, TokenBucket>()

  /** Returns false if the limit is exceeded. */
  take(user_id: number, size: number): boolean {
    const bucket = this.#buckets.get(user_id) ?? new TokenBucket(bytes, connectionsOfUser)
    this.#buckets.set(user_id, bucket)
    return bucket.take(size)
  }

  /** Forgets the users for whom nothing is counted. */
  purge(): void {
    for (const [user_id, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(user_id)
  }
}
