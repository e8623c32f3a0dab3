// Limits the messages and bytes of one live connection with a token bucket each. The rate limit counts only changes;
// without this one, a client that sends presence or large messages in a loop would occupy the process.

const messages = { burst: 400, perSecond: 120 }
const bytes = { burst: 8_388_608, perSecond: 1_572_864 }

export class MessageRateLimit {
  #messages = messages.burst
  #bytes = bytes.burst
  #at = performance.now()

  /** Returns false if the limit is exceeded. */
  take(size: number): boolean {
    const now = performance.now()
    const seconds = (now - this.#at) / 1000
    this.#at = now
    this.#messages = Math.min(messages.burst, this.#messages + seconds * messages.perSecond) - 1
    this.#bytes = Math.min(bytes.burst, this.#bytes + seconds * bytes.perSecond) - size
    return this.#messages >= 0 && this.#bytes >= 0
  }
}
