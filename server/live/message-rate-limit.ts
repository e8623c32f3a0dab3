// How much one connection may send: so many messages and bytes at once, and so many a second in the long run.

const messages = { atOnce: 400, perSecond: 120 }
const bytes = { atOnce: 8_388_608, perSecond: 1_572_864 }

export class Allowance {
  #messages = messages.atOnce
  #bytes = bytes.atOnce
  #at = performance.now()

  /** False where it is too much. */
  take(size: number): boolean {
    const now = performance.now()
    const seconds = (now - this.#at) / 1000
    this.#at = now
    this.#messages = Math.min(messages.atOnce, this.#messages + seconds * messages.perSecond) - 1
    this.#bytes = Math.min(bytes.atOnce, this.#bytes + seconds * bytes.perSecond) - size
    return this.#messages >= 0 && this.#bytes >= 0
  }
}
