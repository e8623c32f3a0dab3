// The queue of writers to SQLite: one at a time, in the order they were queued. Work on the write thread is shared: it runs
// concurrently with other shared work, because the thread runs it in order itself.

interface Queued {
  readonly isShared: boolean
  readonly begin: () => void
}

export class WriteQueue {
  readonly #queue: Queued[] = []
  #running = 0
  #isShared = false

  exclusive<T>(fn: () => Promise<T>): Promise<T> {
    return this.#enqueue(false, fn)
  }

  /** Concurrently with other shared work, unless exclusive work was queued in between. */
  shared<T>(fn: () => Promise<T>): Promise<T> {
    return this.#enqueue(true, fn)
  }

  async #enqueue<T>(isShared: boolean, fn: () => Promise<T>): Promise<T> {
    await new Promise<void>(begin => {
      this.#queue.push({ isShared, begin })
      this.#next()
    })
    try {
      return await fn()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  #next(): void {
    for (;;) {
      const [first] = this.#queue
      if (!first || (this.#running > 0 && !(this.#isShared && first.isShared))) return
      this.#queue.shift()
      this.#running += 1
      this.#isShared = first.isShared
      first.begin()
    }
  }
}
