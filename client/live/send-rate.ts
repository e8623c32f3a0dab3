// How fast changes may be sent, so that a long queue is not taken for an attack: somewhat less than the service allows.

const messages = { atOnce: 200, perSecond: 80 }
const characters = { atOnce: 3_000_000, perSecond: 1_000_000 }

export class LivePace {
  #messages = messages.atOnce
  #characters = characters.atOnce
  #at = performance.now()

  /** How long to wait before sending as much, in milliseconds; 0 where it may be sent now, and then it counts. */
  take(size: number, now = performance.now()): number {
    const seconds = (now - this.#at) / 1_000
    this.#at = now
    this.#messages = Math.min(messages.atOnce, this.#messages + seconds * messages.perSecond)
    this.#characters = Math.min(characters.atOnce, this.#characters + seconds * characters.perSecond)
    const missing = Math.max((1 - this.#messages) / messages.perSecond, -this.#characters / characters.perSecond)
    if (missing > 0) return Math.ceil(missing * 1_000)
    this.#messages -= 1
    this.#characters -= size
    return 0
  }
}
