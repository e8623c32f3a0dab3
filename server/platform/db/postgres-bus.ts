// The cluster bus over LISTEN and NOTIFY, on a connection of its own, for processes without Redis. The payload of NOTIFY is
// limited, so a long message is sent in several parts, which arrive in order.

import type { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from 'pino'
import { type BusCallback, BusSubscriptions, type ClusterBus } from '../bus/index.ts'

const maxPartBytes = 7_000
const reconnectMs = 1_000
/** A dead connection is detected by a query that gets no response. */
const pingMs = 5_000
const maxPingMs = 3_000

/** `name` must be unique among the processes, and contain no spaces. */
export function openPostgresBus(databaseUrl: string, name: string, log: Logger): ClusterBus {
  return new PostgresBus(databaseUrl, name, log)
}

class PostgresBus implements ClusterBus {
  readonly name: string
  readonly batchMs = 100
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #subscriptions = new BusSubscriptions()
  readonly #connectCallbacks: (() => void)[] = []
  readonly #partialMessages = new Map<string, string[]>()
  #client: pg.Client | null = null
  #isClosed = false
  #isLost = false
  #sent = 0
  #lastQuery: Promise<unknown> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(databaseUrl: string, name: string, log: Logger) {
    this.#databaseUrl = databaseUrl
    this.name = name
    this.#log = log
    this.#connect()
  }

  publish(channel: string, text: string): void {
    if (!this.#client) return
    const id = (this.#sent++).toString(36)
    const parts = split(asciiOf(text))
    for (const [index, part] of parts.entries()) {
      const mark = index === parts.length - 1 ? '.' : '+'
      this.#query('select pg_notify($1, $2)', [nameOf(channel), `${this.name} ${id} ${mark}${part}`])
    }
  }

  subscribe(channel: string, callback: BusCallback): () => void {
    if (this.#subscriptions.add(channel, callback)) this.#query(`listen ${nameOf(channel)}`)
    return () => {
      if (this.#subscriptions.remove(channel, callback)) this.#query(`unlisten ${nameOf(channel)}`)
    }
  }

  onConnect(callback: () => void): void {
    this.#connectCallbacks.push(callback)
    if (this.#client) callback()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // `end` does not wait for queries in progress.
    await this.#lastQuery
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'tessera bus',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      pipeline: true, // a NOTIFY does not wait for the one before it
    })
    client.on('error', () => {})
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload = '' }) => this.#receive(channel, payload))
    try {
      await client.connect()
      for (const channel of this.#subscriptions.channels) await client.query(`listen ${nameOf(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      return this.#reconnect(error)
    }
    if (this.#isClosed) return void (await client.end().catch(() => {}))
    this.#watch(client)
    if (this.#isLost) this.#log.info('the LISTEN connection of the cluster bus is restored')
    this.#isLost = false
    this.#client = client
    // Runs LISTEN again for channels that were added meanwhile; it is idempotent.
    for (const channel of this.#subscriptions.channels) this.#query(`listen ${nameOf(channel)}`)
    for (const callback of this.#connectCallbacks) callback()
  }

  #watch(client: pg.Client): void {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    const timer = setInterval(() => {
      let isAnswered = false
      // After a stall of this process, the reply is read before the check.
      const tooLate = setTimeout(() => setImmediate(() => isAnswered || stream.destroy()), maxPingMs)
      tooLate.unref()
      const onEnd = () => {
        isAnswered = true
        clearTimeout(tooLate)
      }
      client.query('select 1').then(onEnd, onEnd)
    }, pingMs)
    timer.unref()
    client.once('end', () => clearInterval(timer))
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#reconnect(new Error('the connection was closed'))
  }

  #reconnect(error: unknown): void {
    if (this.#isClosed) return
    if (!this.#isLost)
      this.#log.warn(
        { err: error },
        `lost the LISTEN connection of the cluster bus, reconnecting every ${reconnectMs / 1_000} s; changes of other processes arrive late`,
      )
    this.#isLost = true
    this.#timer = setTimeout(() => this.#connect(), reconnectMs)
    this.#timer.unref()
  }

  #query(text: string, values: string[] = []): void {
    this.#lastQuery = this.#client?.query(text, values).catch(() => {})
  }

  #receive(name: string, payload: string): void {
    const [from = '', id = ''] = payload.split(' ', 2)
    if (from === this.name) return
    const body = payload.slice(from.length + id.length + 2)
    const key = `${name} ${from} ${id}`
    const parts = this.#partialMessages.get(key) ?? []
    parts.push(body.slice(1))
    if (body.startsWith('+')) return void this.#partialMessages.set(key, parts)
    this.#partialMessages.delete(key)
    this.#subscriptions.dispatch(channelOf(name), parts.join(''), from)
  }
}

const prefix = 'tessera_'
const nameOf = (channel: string) => `${prefix}${channel.replaceAll(/\W/g, '_').toLowerCase()}`
const channelOf = (name: string) => name.slice(prefix.length)

/** The limit is in bytes, so the payload is encoded as ASCII. Messages are JSON, in which an escape means the same. */
const asciiOf = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const split = (text: string) =>
  Array.from({ length: Math.ceil(text.length / maxPartBytes) }, (_, index) =>
    text.slice(index * maxPartBytes, (index + 1) * maxPartBytes),
  )
