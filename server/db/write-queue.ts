// Whose turn it is to write: one after the other in the order they asked, but those who were lent the right to write share
// a turn with each other, for they take their own turns where they are.

interface Waiting {
  readonly isShared: boolean
  readonly begin: () => void
}

export class WriteQueue {
  readonly #waiting: Waiting[] = []
  #writing = 0
  #isShared = false

  exclusive<T>(act: () => Promise<T>): Promise<T> {
    return this.#inTurn(false, act)
  }

  /** Beside others who share, unless somebody else asked in between. */
  shared<T>(act: () => Promise<T>): Promise<T> {
    return this.#inTurn(true, act)
  }

  async #inTurn<T>(isShared: boolean, act: () => Promise<T>): Promise<T> {
    await new Promise<void>(begin => {
      this.#waiting.push({ isShared, begin })
      this.#next()
    })
    try {
      return await act()
    } finally {
      this.#writing -= 1
      this.#next()
    }
  }

  #next(): void {
    for (;;) {
      const [first] = this.#waiting
      if (!first || (this.#writing > 0 && !(this.#isShared && first.isShared))) return
      this.#waiting.shift()
      this.#writing += 1
      this.#isShared = first.isShared
      first.begin()
    }
  }
}
