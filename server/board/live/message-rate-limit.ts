// Limits the messages and bytes of one connection: a token bucket for each.

const messages = { burst: 400, perSecond: 120 }
const bytes = { burst: 8_388_608, perSecond: 1_572_864 }

export class MessageRateLimit {
  #messages = messages.burst
  #bytes = bytes.burst
  #at = performance.now()

  /** False if the limit is exceeded. */
  take(size: number): boolean {
    const now = performance.now()
    const seconds = (now - this.#at) / 1000
    this.#at = now
    this.#messages = Math.min(messages.burst, this.#messages + seconds * messages.perSecond) - 1
    this.#bytes = Math.min(bytes.burst, this.#bytes + seconds * bytes.perSecond) - size
    return this.#messages >= 0 && this.#bytes >= 0
  }
}
