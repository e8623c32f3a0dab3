// A raw live socket for tests, without the client: sends any message, records all received messages, and waits for them.

import assert from 'node:assert/strict'
import type { ServerMessage, ServerMessages } from '@tessera/contract/live'
import { serverMessages } from '@tessera/contract/live'
import { Compile } from 'typebox/compile'
import { type ClientOptions, WebSocket } from 'ws'
import { maxWaitMs } from './until.ts'

type Name = keyof ServerMessages

export interface Hello {
  token?: string
  after?: number | null
  as?: 'browser' | 'app'
}

/** Closed at the end of a test: `await using ann = await openLive(…)`. */
export class LiveSocket {
  readonly socket: WebSocket
  readonly messages: ServerMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  #listeners = new Set<() => void>()
  #end: { code: number; reason: string } | null = null

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url.replace(/^http/, 'ws'), options)
    this.closed = new Promise(resolve => {
      this.socket.on('close', (code, reason) => {
        this.#end = { code, reason: String(reason) }
        resolve(this.#end)
        this.#notify()
      })
    })
    this.socket.on('error', () => {})
    this.socket.on('message', data => {
      const message = JSON.parse(String(data))
      assertMatchesContract(message)
      this.messages.push(message)
      this.#notify()
    })
  }

  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING)
      await new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject))
    return this
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  }

  /** The first result of `find` over the messages received so far and later. */
  async until<T>(find: (messages: readonly ServerMessage[]) => T | undefined | false | null): Promise<T> {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error(`nothing fits: ${this.#summary()}`)), maxWaitMs)
      const finish = (result: Error | { found: T }) => {
        clearTimeout(timer)
        this.#listeners.delete(check)
        if (result instanceof Error) reject(result)
        else resolve(result.found)
      }
      const check = () => {
        const found = find(this.messages)
        if (found !== undefined && found !== false && found !== null) finish({ found })
        else if (this.#end) finish(new Error(`closed with ${this.#end.code}: ${this.#summary()}`))
      }
      this.#listeners.add(check)
      check()
    })
  }

  next<N extends Name>(
    type: N,
    isWanted: (message: ServerMessages[N]) => boolean = () => true,
  ): Promise<ServerMessages[N]> {
    return this.until(messages =>
      messages.find((one): one is ServerMessages[N] => one.type === type && isWanted(one as ServerMessages[N])),
    )
  }

  all<N extends Name>(type: N): ServerMessages[N][] {
    return this.messages.filter((one): one is ServerMessages[N] => one.type === type)
  }

  get events() {
    return this.all('events').flatMap(message => message.events)
  }

  /** Resolves once every event up to this seq was received. */
  async upTo(seq: number): Promise<void> {
    await this.until(() => this.seq >= seq)
  }

  /** The seq of the last received event. */
  get seq(): number {
    const numbers = this.messages.flatMap(one =>
      one.type === 'events'
        ? one.events.map(event => event.seq)
        : one.type === 'snapshot' && !one.more
          ? [one.seq]
          : [],
    )
    return numbers.at(-1) ?? 0
  }

  async change(id: string, changes: unknown): Promise<ServerMessages['done'] | ServerMessages['refused']> {
    const before = this.messages.length
    this.send({ type: 'change', id, changes })
    return await this.until(messages =>
      messages
        .slice(before)
        .find(
          (one): one is ServerMessages['done'] | ServerMessages['refused'] =>
            (one.type === 'done' || one.type === 'refused') && one.id === id,
        ),
    )
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate()
    await this.closed
  }

  #notify(): void {
    for (const check of [...this.#listeners]) check()
  }

  #summary(): string {
    return this.messages.map(message => JSON.stringify(message).slice(0, 300)).join('\n')
  }
}

export const liveUrl = (url: string, board: string) => `${url}/api/workspaces/${board}/live`

/** Connects and waits for the welcome and the snapshot: everything after that arrives as events. */
export async function openLive(
  { url, board }: { url: string; board: string },
  { token }: { token: string },
  hello: Hello = {},
): Promise<LiveSocket & { welcome: ServerMessages['welcome'] }> {
  const socket = await new LiveSocket(liveUrl(url, board)).opened()
  socket.send({ type: 'hello', token, after: null, ...hello })
  const welcome = await socket.next('welcome')
  if (typeof hello.after !== 'number') await socket.next('snapshot', ({ more }) => !more)
  return Object.assign(socket, { welcome })
}

const checks = new Map(Object.entries(serverMessages).map(([name, schema]) => [name, Compile(schema)]))

function assertMatchesContract(message: { type: string }): void {
  const check = checks.get(message.type)
  assert.ok(check, `the server sent the unknown message ${message.type}`)
  const errors = check.Check(message) ? [] : check.Errors(message)
  assert.deepEqual(errors, [], `${message.type} does not match the contract`)
}
