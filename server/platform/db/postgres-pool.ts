// The pool of PostgreSQL connections for Kysely's dialect: statements are prepared by name, numbers are parsed as numbers,
// and a lost connection is a DatabaseUnavailable instead of an uncaught error.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { PoolUse } from '../sql/index.ts'
import { type SessionTimeouts, startSession } from './postgres-session.ts'
import type { ConnectionWatch, WatchedConnection } from './postgres-watch.ts'
import { StatementNames } from './statement-names.ts'
import { DatabaseUnavailable, sqlState } from './unavailable.ts'
import { WorkInProgress } from './work-in-progress.ts'

/** For Kysely's dialect. */
export interface ConnectionPool extends PostgresPool {
  readonly use: PoolUse
}

export interface PoolSettings {
  readonly max: number
  readonly timeouts: SessionTimeouts
  readonly watch: ConnectionWatch
}

export function connectPostgres(databaseUrl: string, { max, timeouts, watch }: PoolSettings): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'tessera',
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Concurrent statements are sent together.
    pipeline: true,
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format) },
  })
  const connections = new WeakMap<pg.PoolClient, Connection>()
  // Emitted when the server closes a connection that is idle or between two statements. The pool has already dropped it,
  // or the next statement fails; without listeners the process would exit.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    const watched = watch.add(client)
    connections.set(client, { client, watched, names: new StatementNames() })
    startSession(client, timeouts).then(
      pid => {
        watched.pid = pid
      },
      () => {},
    )
  })

  const work = new WorkInProgress()
  return {
    options: {},
    get use() {
      return { size: max, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }
    },
    async connect() {
      work.begin()
      try {
        const connection = connections.get(await pool.connect()) as Connection
        const checkout = new Checkout(connection, () => work.end())
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

interface Connection {
  readonly client: pg.PoolClient
  readonly watched: WatchedConnection
  readonly names: StatementNames
}

// int8 (count), numeric (sum), and bool as 0 or 1 like in the tables and on SQLite
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [16, text => (text === 't' ? 1 : 0)],
])

/** A connection between checkout and release; with `next`, for one of several transactions in that time. */
class Checkout {
  readonly #connection: Connection
  readonly #released: () => void
  readonly #state: { isBroken: boolean }
  #isOver = false

  constructor(connection: Connection, released: () => void, state = { isBroken: false }) {
    this.#connection = connection
    this.#released = released
    this.#state = state
  }

  /** If true, the connection must not be used for another transaction. */
  get isBroken(): boolean {
    return this.#state.isBroken
  }

  /** The same connection for another transaction, queued behind the statements sent so far. It is not released. */
  next(): Checkout {
    return new Checkout(this.#connection, () => {}, this.#state)
  }

  async query(text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    // Otherwise a statement sent after the end of its transaction would run as a separate transaction.
    if (this.#isOver && text !== 'rollback') throw new Error('a statement came after the end of its transaction')
    if (text === 'commit' || text === 'rollback') this.#isOver = true
    const { client, watched, names } = this.#connection
    watched.pending += 1
    try {
      this.#corkStream()
      if (parameters.length === 0) return await client.query(text)
      const name = names.nameOf(text)
      return await client.query({ text, values: parameters as unknown[], ...(name !== undefined && { name }) })
    } catch (error) {
      this.#state.isBroken ||= isStale(error) || isConnectionLoss(error)
      throw this.isBroken ? unavailable(error) : error
    } finally {
      watched.pending -= 1
    }
  }

  release(destroy = false): void {
    this.#isOver = true
    this.#connection.client.release(destroy || this.isBroken)
    this.#released()
  }

  /** Statements of the same turn of the event loop are sent in one packet. */
  #corkStream(): void {
    const { stream } = this.#connection.watched
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}

// Errors of the server have an SQLSTATE, and values that pg cannot send are TypeErrors. Any other error is a lost
// connection. A fatal error of the server, such as a timeout, ends the connection as well.
const isConnectionLoss = (error: unknown) =>
  (sqlState(error) === undefined && !(error instanceof TypeError)) ||
  (error as { severity?: string }).severity === 'FATAL'

// A newer program has changed the tables of a prepared statement, or a pooler has assigned another session.
const isStale = (error: unknown) =>
  sqlState(error) === '26000' ||
  sqlState(error) === '42P05' ||
  (sqlState(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery')

const unavailable = (error: unknown) =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(error instanceof Error ? messageOf(error) : String(error), { cause: error })

// If a host name has several addresses, Node wraps their errors in one without a message.
const messageOf = (error: Error) =>
  error.message || (error instanceof AggregateError ? error.errors.join('; ') : error.name)
