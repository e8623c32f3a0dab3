// Finds connections on which PostgreSQL no longer responds because the network was cut without either side noticing.
// Their statements would wait for many minutes. A slow statement is not mistaken for one, because PostgreSQL is asked,
// on another connection, what the session is doing.

import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from './unavailable.ts'

export interface WatchTimes {
  /** How long a connection with a pending statement may be silent before PostgreSQL is asked about it. */
  readonly silentMs: number
  /** How long PostgreSQL may take to respond to the query. */
  readonly probeMs: number
}

const watchTimes: WatchTimes = { silentMs: 2_000, probeMs: 2_000 }

/** PostgreSQL reports that a statement is done before it sends the response. */
const responseMs = 50

/** A connection and its number of pending statements. */
export class WatchedConnection {
  /** The server process; null if a pooler hides it. */
  pid: number | null
  pending = 0
  readonly #client: pg.ClientBase
  #bytesRead = -1
  #silentSince = 0

  constructor(client: pg.ClientBase) {
    this.#client = client
    this.pid = (client as unknown as { processID: number | null }).processID
  }

  get stream(): Socket {
    return (this.#client as unknown as { connection: { stream: Socket } }).connection.stream
  }

  /** Milliseconds since the last call that returned 0, with a statement pending and nothing received. */
  silentMs(now: number): number {
    const { bytesRead } = this.stream
    if (this.pending > 0 && bytesRead === this.#bytesRead) return now - this.#silentSince
    this.#silentSince = now
    this.#bytesRead = this.pending > 0 ? bytesRead : -1
    return 0
  }
}

interface Session {
  readonly pid: number
  readonly state: string | null
  readonly wait_event: string | null
}

export class ConnectionWatch {
  readonly #databaseUrl: string
  readonly #times: WatchTimes
  readonly #connections = new Set<WatchedConnection>()
  readonly #timer: NodeJS.Timeout
  #isProbing = false

  constructor(databaseUrl: string, times = watchTimes) {
    this.#databaseUrl = databaseUrl
    this.#times = times
    this.#timer = setInterval(() => void this.#check(), times.silentMs / 2).unref()
  }

  add(client: pg.ClientBase): WatchedConnection {
    const connection = new WatchedConnection(client)
    this.#connections.add(connection)
    client.once('end', () => this.#connections.delete(connection))
    return connection
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #check(): Promise<void> {
    const suspects = this.#silent()
    if (suspects.length === 0 || this.#isProbing) return
    this.#isProbing = true
    const sessions = await this.#findSessions(suspects.flatMap(({ pid }) => pid ?? []))
    await setTimeout(responseMs)
    // Reads what has arrived: after a pause of this process, timers run before the sockets are read.
    await setImmediate()
    this.#isProbing = false
    // Only connections that are still silent are asked about.
    const silent = new Set(this.#silent())
    for (const suspect of suspects)
      if (silent.has(suspect) && isLost(suspect, sessions))
        suspect.stream.destroy(new Error('PostgreSQL does not respond on this connection'))
  }

  #silent(): WatchedConnection[] {
    const now = performance.now()
    return [...this.#connections].filter(connection => connection.silentMs(now) >= this.#times.silentMs)
  }

  /** Returns what the server processes do, or null if PostgreSQL cannot be reached. */
  async #findSessions(pids: readonly number[]): Promise<readonly Session[] | 'unknown' | null> {
    const { probeMs } = this.#times
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'tessera watch',
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const text = 'select pid, state, wait_event from pg_stat_activity where pid = any($1)'
      return (await client.query<Session>(text, [pids])).rows
    } catch (error) {
      // An error of the server is a response: it may have too many connections.
      return sqlState(error) === undefined ? null : 'unknown'
    } finally {
      client.end().catch(() => {})
    }
  }
}

/** True if the session neither sends nor receives anything, although a statement is pending here. */
function isLost({ pid }: WatchedConnection, sessions: readonly Session[] | 'unknown' | null): boolean {
  if (sessions === null) return true
  if (sessions === 'unknown' || pid === null) return false
  const session = sessions.find(one => one.pid === pid)
  return session?.state !== 'active' || session.wait_event === 'ClientRead' || session.wait_event === 'ClientWrite'
}
