// The bus of processes that share a PostgreSQL and have no Redis: LISTEN and NOTIFY on a connection of its own. Notices are
// short, so a long message goes in several, which arrive in order.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { BusChannels, type ClusterBus } from '../cluster-bus.ts'

const longestNotice = 7_000
const againMs = 1_000

export function openPostgresBus(databaseUrl: string, log: Logger): ClusterBus {
  return new PostgresBus(databaseUrl, log)
}

class PostgresBus implements ClusterBus {
  readonly name = randomBytes(6).toString('hex')
  readonly paceMs = 100
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #channels = new BusChannels()
  readonly #openers: (() => void)[] = []
  readonly #unfinished = new Map<string, string[]>()
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
    const notices = slices(asciiOf(text))
    for (const [index, notice] of notices.entries()) {
      const mark = index === notices.length - 1 ? '.' : '+'
      this.#query('select pg_notify($1, $2)', [nameOf(channel), `${this.name} ${id} ${mark}${notice}`])
    }
  }

  follow(channel: string, act: (text: string, from: string) => void): () => void {
    if (this.#channels.add(channel, act)) this.#query(`listen ${nameOf(channel)}`)
    return () => {
      if (this.#channels.remove(channel, act)) this.#query(`unlisten ${nameOf(channel)}`)
    }
  }

  onOpen(act: () => void): void {
    this.#openers.push(act)
    if (this.#client) act()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // Ending does not wait for what is being said.
    await this.#lastQuery
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'tessera bus',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      pipeline: true, // notices are sent as they come, without waiting for the one before
    })
    client.on('error', () => {})
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload))
    try {
      await client.connect()
      for (const channel of this.#channels.names) await client.query(`listen ${nameOf(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      return this.#again(error)
    }
    if (this.#isClosed) return void (await client.end().catch(() => {}))
    if (this.#isLost) this.#log.info('other processes are heard again')
    this.#isLost = false
    this.#client = client
    // Channels that were added meanwhile; listening twice is listening once.
    for (const channel of this.#channels.names) this.#query(`listen ${nameOf(channel)}`)
    for (const act of this.#openers) act()
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#again(new Error('the connection was lost'))
  }

  #again(error: unknown): void {
    if (this.#isClosed) return
    if (!this.#isLost) this.#log.warn({ err: error }, 'other processes are not heard: what they do shows up late')
    this.#isLost = true
    this.#timer = setTimeout(() => this.#connect(), againMs)
    this.#timer.unref()
  }

  #query(text: string, values: string[] = []): void {
    this.#lastQuery = this.#client?.query(text, values).catch(() => {})
  }

  #hear(name: string, notice: string): void {
    const [from = '', id = ''] = notice.split(' ', 2)
    if (from === this.name) return
    const body = notice.slice(from.length + id.length + 2)
    const key = `${name} ${from} ${id}`
    const parts = this.#unfinished.get(key) ?? []
    parts.push(body.slice(1))
    if (body.startsWith('+')) return void this.#unfinished.set(key, parts)
    this.#unfinished.delete(key)
    this.#channels.tell(channelOf(name), parts.join(''), from)
  }
}

const prefix = 'tessera_'
const nameOf = (channel: string) => `${prefix}${channel.replaceAll(/\W/g, '_').toLowerCase()}`
const channelOf = (name: string) => name.slice(prefix.length)

/** The length of a notice is counted in bytes. Only JSON is sent, where an escape means the same. */
const asciiOf = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const slices = (text: string) =>
  Array.from({ length: Math.ceil(text.length / longestNotice) }, (_, index) =>
    text.slice(index * longestNotice, (index + 1) * longestNotice),
  )
