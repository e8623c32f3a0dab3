// Names for the prepared statements of one PostgreSQL connection. A text gets one when it is seen a second time, so that
// what is sent once costs the server nothing to remember; and there is an end to how many.

import { hash } from 'node:crypto'

export class StatementNames {
  readonly #limit: number
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  constructor(limit = 300) {
    this.#limit = limit
  }

  get size(): number {
    return this.#names.size
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limit) return known
    if (!this.#seenOnce.delete(text)) {
      this.#remember(text)
      return undefined
    }
    // From the text, not counted: behind a connection pooler two clients may share the server's session.
    const name = hash('sha1', text, 'base64url').slice(0, 20)
    this.#names.set(text, name)
    return name
  }

  #remember(text: string): void {
    if (this.#seenOnce.size >= this.#limit * 3) this.#seenOnce.clear()
    this.#seenOnce.add(text)
  }
}
