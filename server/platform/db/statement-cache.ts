// The prepared statements of one SQLite connection by text, with a limit: the least recently used is evicted.

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

  // Rows are read as arrays and turned into objects here: node:sqlite's own objects share no hidden class, which makes them
  // twice as slow to create and slower to use.
  all(parameters: readonly SQLInputValue[]): Record<string, SQLOutputValue>[] {
    const found = this.#statement.all(...parameters) as unknown as SQLOutputValue[][]
    // A column may have been added to the table.
    if (found[0] && found[0].length !== this.#names.length) this.#names = this.#columnNames()
    return found.map(values => rowOf(this.#names, values))
  }

  run(parameters: readonly SQLInputValue[] = []): ReturnType<StatementSync['run']> {
    return this.#statement.run(...parameters)
  }

  // Returning the result would take a sixth of the time of a write.
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

// SQLite would plan with the value of a bare parameter here, and so would plan the statement again for every run.
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
