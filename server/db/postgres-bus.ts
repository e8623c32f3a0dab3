// The cluster bus over LISTEN and NOTIFY, on a connection of its own, for processes without Redis. The payload of NOTIFY is
// limited, so a long message is sent in several parts, which arrive in order.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { type BusCallback, BusSubscriptions, type ClusterBus } from '../cluster-bus.ts'

const maxPartBytes = 7_000
const reconnectMs = 1_000

export function openPostgresBus(databaseUrl: string, log: Logger): ClusterBus {
  return new PostgresBus(databaseUrl, log)
}

class PostgresBus implements ClusterBus {
  readonly name = randomBytes(6).toString('hex')
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

  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl
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
    if (this.#isLost) this.#log.info('the LISTEN connection of the cluster bus is restored')
    this.#isLost = false
    this.#client = client
    // Again for channels that were added meanwhile; LISTEN is idempotent.
    for (const channel of this.#subscriptions.channels) this.#query(`listen ${nameOf(channel)}`)
    for (const callback of this.#connectCallbacks) callback()
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
        `lost the LISTEN connection of the cluster bus, reconnecting every ${reconnectMs / 1_000} s; changes of other processes show up late`,
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

/** The limit is in bytes, so everything is ASCII. Messages are JSON, in which an escape means the same. */
const asciiOf = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const split = (text: string) =>
  Array.from({ length: Math.ceil(text.length / maxPartBytes) }, (_, index) =>
    text.slice(index * maxPartBytes, (index + 1) * maxPartBytes),
  )
