// Prepared statements of one SQLite connection, kept by their text. The least recently used goes when there are too many.

import type { DatabaseSync, StatementSync } from 'node:sqlite'

export interface CachedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

export class StatementCache {
  readonly #db: DatabaseSync
  readonly #limit: number
  readonly #statements = new Map<string, CachedStatement>()

  constructor(db: DatabaseSync, limit = 500) {
    this.#db = db
    this.#limit = limit
  }

  get size(): number {
    return this.#statements.size
  }

  get(text: string): CachedStatement {
    const known = this.#statements.get(text)
    if (known) {
      this.#statements.delete(text)
      this.#statements.set(text, known)
      return known
    }
    const statement = this.#db.prepare(text)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    this.#statements.set(text, made)
    if (this.#statements.size > this.#limit) this.#dropOldest()
    return made
  }

  #dropOldest(): void {
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined) this.#statements.delete(oldest)
  }
}
