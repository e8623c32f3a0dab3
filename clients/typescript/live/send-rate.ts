// Limits how fast changes are sent, to a little less than the service allows, so that a long queue is not rejected.

const messages = { burst: 200, perSecond: 80 }
const characters = { burst: 3_000_000, perSecond: 1_000_000 }

export class SendRate {
  #messages = messages.burst
  #characters = characters.burst
  #at = performance.now()

  /** Milliseconds to wait before sending a message of this size. 0 means that it may be sent now, and it then counts. */
  take(size: number, now = performance.now()): number {
    const seconds = (now - this.#at) / 1_000
    this.#at = now
    this.#messages = Math.min(messages.burst, this.#messages + seconds * messages.perSecond)
    this.#characters = Math.min(characters.burst, this.#characters + seconds * characters.perSecond)
    const missing = Math.max((1 - this.#messages) / messages.perSecond, -this.#characters / characters.perSecond)
    if (missing > 0) return Math.ceil(missing * 1_000)
    this.#messages -= 1
    this.#characters -= size
    return 0
  }
}
