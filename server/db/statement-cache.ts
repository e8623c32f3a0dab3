// Prepared statements of one SQLite connection, kept by their text. The least recently used goes when there are too many.

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export class CachedStatement {
  readonly returnsRows: boolean
  readonly #statement: StatementSync
  #names: string[]

  constructor(db: DatabaseSync, text: string) {
    this.#statement = db.prepare(plannedOnce(text))
    this.#names = this.#columnNames()
    this.returnsRows = this.#names.length > 0
    this.#statement.setReturnArrays(true)
  }

  // As arrays and put together here: node:sqlite's own objects have no shape that could be shared, which makes them
  // twice as slow to make and slower still to use.
  all(parameters: readonly SQLInputValue[]): Record<string, SQLOutputValue>[] {
    const found = this.#statement.all(...parameters) as unknown as SQLOutputValue[][]
    // The table may have got columns since.
    if (found[0] && found[0].length !== this.#names.length) this.#names = this.#columnNames()
    return found.map(values => rowOf(this.#names, values))
  }

  run(parameters: readonly SQLInputValue[] = []): ReturnType<StatementSync['run']> {
    return this.#statement.run(...parameters)
  }

  // What came of it costs a sixth of a write to be told.
  runWithoutResult(parameters: readonly SQLInputValue[] = []): void {
    this.#statement.get(...parameters)
  }

  #columnNames(): string[] {
    return this.#statement.columns().map(column => column.name)
  }
}

function rowOf(names: readonly string[], values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index] as SQLOutputValue
  return row
}

// SQLite looks at the value of a bare parameter here to plan with it, and so plans the statement anew with every run.
const plannedOnce = (text: string) => text.replace(/\b(limit|offset) \?/g, '$1 ? + 0')

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
    const made = new CachedStatement(this.#db, text)
    this.#statements.set(text, made)
    if (this.#statements.size > this.#limit) this.#dropOldest()
    return made
  }

  #dropOldest(): void {
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined) this.#statements.delete(oldest)
  }
}
