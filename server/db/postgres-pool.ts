// The connections to PostgreSQL, in the form Kysely's dialect takes them: prepared statements get names, numbers arrive as
// numbers, and a lost connection becomes one kind of error instead of taking the process down.

import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { StatementNames } from './statement-names.ts'
import { DatabaseUnavailable, sqlState } from './unavailable.ts'
import { canFireAndForget, FireAndForgetWrite } from './fire-and-forget-write.ts'
import { WorkInProgress } from './work-in-progress.ts'

export function connectPostgres(databaseUrl: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'tessera',
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements that are asked for together are sent together.
    pipeline: true,
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  // Emitted when the server goes away under an idle connection, and under a busy one between two statements. The pool
  // has dropped the connection by then, or the statement fails; without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    // Every statement here finds its rows by an index whatever it is given. Left to itself PostgreSQL plans those that
    // take lists anew with every run, which takes several times as long as running them.
    client.query('set plan_cache_mode = force_generic_plan').catch(() => {})
  })

  const names = new WeakMap<pg.PoolClient, StatementNames>()
  const work = new WorkInProgress()
  return {
    options: {},
    async connect() {
      work.begin()
      try {
        const client = await pool.connect()
        if (!names.has(client)) names.set(client, new StatementNames())
        const checkout = new Checkout(client, names.get(client) as StatementNames, () => work.end())
        return checkout as unknown as PostgresPoolClient // but for cursors, which the dialect is not given
      } catch (error) {
        work.end()
        throw unavailable(error)
      }
    },
    async end() {
      await work.close()
      await pool.end()
    },
  }
}

// int8 (what count gives), numeric (what sum gives), and bool as the 0 or 1 it is in the tables and on SQLite
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [16, text => (text === 't' ? 1 : 0)],
])

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

/** A connection from the moment it is taken from the pool until it goes back, or, with `next`, for one transaction of those. */
class Checkout {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #released: () => void
  readonly #state: { isBroken: boolean }
  #isOver = false

  constructor(
    client: pg.PoolClient,
    names: StatementNames,
    released: () => void,
    state: { isBroken: boolean } = { isBroken: false },
  ) {
    this.#client = client
    this.#names = names
    this.#released = released
    this.#state = state
  }

  /** Not to be used for another transaction. */
  get isBroken(): boolean {
    return this.#state.isBroken
  }

  /** The same connection for another transaction, whose statements follow on those sent so far. It is not released. */
  next(): Checkout {
    return new Checkout(this.#client, this.#names, () => {}, this.#state)
  }

  query(text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    return this.#run(text, parameters, statement => this.#client.query(statement))
  }

  /** For a write of which nobody asks what it did. */
  write(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return this.#run(text, parameters, statement => this.#sendUntold(statement))
  }

  async #run(text: string, parameters: readonly unknown[], send: Send): Promise<pg.QueryResult> {
    // Without this a statement sent after the end of its transaction would be a transaction of its own.
    if (this.#isOver && text !== 'rollback') throw new Error('a statement came after the end of its transaction')
    if (text === 'commit' || text === 'rollback') this.#isOver = true
    try {
      this.#holdBack()
      if (parameters.length === 0) return await this.#client.query(text)
      const name = this.#names.nameOf(text)
      return await send({ text, values: parameters as unknown[], ...(name !== undefined && { name }) })
    } catch (error) {
      this.#state.isBroken ||= isStale(error) || isConnectionLoss(error)
      throw this.isBroken ? unavailable(error) : error
    }
  }

  release(destroy = false): void {
    this.#isOver = true
    this.#client.release(destroy || this.isBroken)
    this.#released()
  }

  /** Until this turn's statements are all there: one packet for them, not one each. */
  #holdBack(): void {
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  #sendUntold(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!canFireAndForget(statement)) return this.#client.query(statement)
    return new Promise((resolve, reject) => {
      const query = new FireAndForgetWrite(statement)
      const callback = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
      this.#client.query(Object.assign(query, { callback }))
    })
  }
}

// What the server says carries an SQLSTATE, and what pg refuses to send is a TypeError; the rest is the connection's end.
const isConnectionLoss = (error: unknown) => sqlState(error) === undefined && !(error instanceof TypeError)

// A newer program has changed the tables under a prepared statement, or a pooler gave us another session.
const isStale = (error: unknown) =>
  sqlState(error) === '26000' ||
  sqlState(error) === '42P05' ||
  (sqlState(error) === '0A000' && String(error).includes('cached plan'))

const unavailable = (error: unknown) =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(error instanceof Error ? messageOf(error) : String(error), { cause: error })

// Where a name has several addresses, node gathers their failures in an error without a message of its own.
const messageOf = (error: Error) =>
  error.message || (error instanceof AggregateError ? error.errors.join('; ') : error.name)
