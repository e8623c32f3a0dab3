// Names for the prepared statements of one PostgreSQL connection, up to a limit. A text gets a name when it is used a second
// time, so that the server does not store statements that are used once.

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
    // The name is a hash of the text, not a counter: behind a connection pooler two clients may share a server session.
    const name = hash('sha1', text, 'base64url').slice(0, 20)
    this.#names.set(text, name)
    return name
  }

  #remember(text: string): void {
    if (this.#seenOnce.size >= this.#limit * 3) this.#seenOnce.clear()
    this.#seenOnce.add(text)
  }
}
