// A cluster bus over two others: Redis while it responds, PostgreSQL otherwise. Every process listens on both, because
// each decides for itself whether Redis responds. A process without Redis announces that over PostgreSQL; as long as
// there is such a process, the others send over both. After a switch, callers exchange their state again, because
// messages may be lost during it.

import { BusSubscriptions, type ClusterBus } from './cluster-bus.ts'

export interface FailoverSettings {
  readonly primary: ClusterBus
  readonly fallback: ClusterBus
  readonly health: {
    readonly isHealthy: boolean
    onChange(listener: (isHealthy: boolean) => void): void
  }
}

/** All messages use one channel of the fallback, so that it costs nothing while it is not needed. */
const fallbackChannel = 'failover'
const announceMs = 1_000
/** A process that has not announced itself for this long has reconnected to Redis, or has stopped. */
const announcementValidMs = 4_000

/** The first character of a message over the fallback. `+` was also sent over the primary bus, `-` was not. */
const announcement = '!'
const recovery = '.'
const alsoOnPrimary = '+'
const onlyHere = '-'

export function openFailoverBus(settings: FailoverSettings): ClusterBus {
  return new FailoverBus(settings)
}

class FailoverBus implements ClusterBus {
  readonly #settings: FailoverSettings
  readonly #subscriptions = new BusSubscriptions()
  readonly #unsubscribe = new Map<string, () => void>()
  readonly #connectCallbacks: (() => void)[] = []
  /** Processes without the primary bus, and when they last announced it. */
  readonly #peersWithout = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: FailoverSettings) {
    this.#settings = settings
    const { fallback, health } = settings
    fallback.subscribe(fallbackChannel, (text, from) => this.#onFallback(text, from))
    health.onChange(isHealthy => (isHealthy ? this.#onRecovered() : this.#onLost()))
    if (!health.isHealthy) this.#announce()
    fallback.onConnect(() => {
      if (!health.isHealthy) this.#onLost()
      else if (this.#hasPeersWithout()) this.#onConnected()
    })
  }

  get name(): string {
    return this.#settings.primary.name
  }

  get batchMs(): number {
    const { primary, fallback, health } = this.#settings
    return (health.isHealthy ? primary : fallback).batchMs
  }

  publish(channel: string, text: string): void {
    const { primary, fallback, health } = this.#settings
    if (health.isHealthy) primary.publish(channel, text)
    else fallback.publish(fallbackChannel, `${onlyHere}${channel} ${text}`)
    if (health.isHealthy && this.#hasPeersWithout())
      fallback.publish(fallbackChannel, `${alsoOnPrimary}${channel} ${text}`)
  }

  subscribe(channel: string, callback: (text: string, from: string) => void): () => void {
    if (this.#subscriptions.add(channel, callback)) {
      const dispatch = (text: string, from: string) => this.#subscriptions.dispatch(channel, text, from)
      this.#unsubscribe.set(channel, this.#settings.primary.subscribe(channel, dispatch))
    }
    return () => {
      if (!this.#subscriptions.remove(channel, callback)) return
      this.#unsubscribe.get(channel)?.()
      this.#unsubscribe.delete(channel)
    }
  }

  onConnect(callback: () => void): void {
    this.#connectCallbacks.push(callback)
    callback()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#settings.primary.close(), this.#settings.fallback.close()])
  }

  #onFallback(text: string, from: string): void {
    const kind = text[0]
    if (kind === recovery) this.#peersWithout.delete(from)
    if (kind === announcement || kind === onlyHere) this.#peersWithout.set(from, performance.now())
    const isUnseen = kind === onlyHere || (kind === alsoOnPrimary && !this.#settings.health.isHealthy)
    if (!isUnseen) return
    const end = text.indexOf(' ')
    this.#subscriptions.dispatch(text.slice(1, end), text.slice(end + 1), from)
  }

  #onLost(): void {
    this.#announce()
    this.#onConnected()
  }

  #onRecovered(): void {
    clearInterval(this.#timer)
    this.#settings.fallback.publish(fallbackChannel, recovery)
    this.#onConnected()
  }

  /** Subscribed before any other message, so that the replies to it come over the fallback, too. */
  #announce(): void {
    const announce = () => this.#settings.fallback.publish(fallbackChannel, announcement)
    clearInterval(this.#timer)
    this.#timer = setInterval(announce, announceMs)
    this.#timer.unref()
    announce()
  }

  #onConnected(): void {
    for (const callback of this.#connectCallbacks) callback()
  }

  #hasPeersWithout(): boolean {
    if (this.#peersWithout.size === 0) return false
    const oldest = performance.now() - announcementValidMs
    for (const [name, at] of this.#peersWithout) if (at < oldest) this.#peersWithout.delete(name)
    return this.#peersWithout.size > 0
  }
}
