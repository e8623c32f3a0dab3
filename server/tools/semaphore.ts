// A concurrency limit: up to `limit` holders at a time, the others wait in first-come order.

export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(limit: number) {
    this.#free = limit
  }

  /** Resolves with a function that releases; calling it again has no effect. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    let isHeld = true
    return () => {
      if (isHeld) this.#release()
      isHeld = false
    }
  }

  async run<T>(callback: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await callback()
    } finally {
      release()
    }
  }

  /** Hands over to the next waiter directly, so that no newcomer gets ahead of it. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
