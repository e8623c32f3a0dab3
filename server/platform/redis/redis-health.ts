// Whether Redis delivers messages: a ping is published and has to come back over the subscription. A frozen Redis keeps
// its connections open and is detected only this way.

import type { RedisConnections } from './redis-connections.ts'

const tickMs = 250
/** Together with the tick before, this detects a frozen Redis within a second. */
const maxReplyMs = 700
/** The initial delay when this process starts. */
const maxConnectMs = 2_000
/** After an interruption Redis is used again only once it responds steadily. */
const neededReplies = 2
/** A dead connection is replaced after this long. */
const reconnectMs = 5_000

export class RedisHealth {
  readonly #redis: RedisConnections
  readonly #channel: string
  readonly #timer: NodeJS.Timeout
  readonly #listeners: ((isHealthy: boolean) => void)[] = []
  readonly #settled = Promise.withResolvers<void>()
  #isHealthy = false
  #isSettled = false
  /** A ping sent before that would not come back. */
  #isSubscribed = false
  #sent = 0
  /** When the ping was sent that has not come back yet. */
  #waitingSince: number | null = null
  #replies = 0
  #tickedAt = performance.now()
  #connectedAt = performance.now()

  constructor(redis: RedisConnections, name: string) {
    const { commands, subscriber, prefix } = redis
    this.#redis = redis
    this.#channel = `${prefix}:ping:${name}`
    subscriber.subscribe(this.#channel).then(
      () => {
        this.#isSubscribed = true
        this.#ping()
      },
      () => {},
    )
    subscriber.on('message', (channel, text) => {
      if (channel === this.#channel && text === String(this.#sent)) this.#onReply()
    })
    for (const connection of [commands, subscriber]) connection.on('close', () => this.#onFailure())
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  get isHealthy(): boolean {
    return this.#isHealthy
  }

  /** Resolves once it is known whether Redis responds. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  onChange(listener: (isHealthy: boolean) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#listeners.length = 0
  }

  #tick(): void {
    const now = performance.now()
    const isLate = now - this.#tickedAt > 2 * tickMs
    this.#tickedAt = now
    // After a stall of this process, the reply may have arrived without being read yet.
    if (isLate && this.#waitingSince !== null) this.#waitingSince = now
    const isOverdue = this.#waitingSince !== null && now - this.#waitingSince > maxReplyMs
    if (isOverdue || (!this.#isSettled && now - this.#connectedAt > maxConnectMs)) this.#onFailure()
    if (!this.#isHealthy) this.#replaceConnections(now)
    if (this.#waitingSince === null) this.#ping()
  }

  #ping(): void {
    const { commands, subscriber } = this.#redis
    if (!this.#isSubscribed || commands.status !== 'ready' || subscriber.status !== 'ready') return
    this.#sent += 1
    this.#waitingSince = performance.now()
    commands.publish(this.#channel, String(this.#sent)).catch(() => this.#onFailure())
  }

  #onReply(): void {
    this.#waitingSince = null
    this.#replies += 1
    this.#connectedAt = performance.now()
    const isFirst = !this.#isHealthy && this.#sent === this.#replies
    if (isFirst || this.#replies >= neededReplies) this.#set(true)
  }

  #onFailure(): void {
    this.#waitingSince = null
    this.#replies = 0
    this.#set(false)
  }

  #set(isHealthy: boolean): void {
    this.#isSettled = true
    this.#settled.resolve()
    if (this.#isHealthy === isHealthy) return
    this.#isHealthy = isHealthy
    for (const listener of this.#listeners) listener(isHealthy)
  }

  /** Considers only connections that count as established: the others are being replaced already. */
  #replaceConnections(now: number): void {
    if (now - this.#connectedAt < reconnectMs) return
    this.#connectedAt = now
    for (const connection of [this.#redis.commands, this.#redis.subscriber])
      if (['ready', 'connect'].includes(connection.status)) connection.disconnect(true)
  }
}
