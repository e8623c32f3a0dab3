// Limits the concurrent webhook deliveries of a process: to one host (LIM-10), by its name and by its address, without
// which many listeners could flood it, and in total. Fast receivers share one limit; those that are slow or failed before share another, without which
// receivers that hang would delay the others.

import { highestOf, networkOf, Semaphore } from '../../tools/index.ts'

export const slowAfterMs = 500
const fastLimit = 100
const slowLimit = 400

interface Host {
  /** The users whose deliveries wait for the host take turns. */
  readonly slots: Semaphore<number>
  /** Deliveries that are in progress or waiting. */
  deliveries: number
}

export interface Receiver {
  readonly url: string
  readonly user_id: number
  readonly isSlow: boolean
}

export class DeliverySlots {
  readonly #perHost: number
  readonly #hosts = new Map<string, Host>()
  readonly #fast = new Semaphore(fastLimit)
  readonly #slow = new Semaphore(slowLimit)

  /** 0 for no limit. */
  constructor(perHost: number) {
    this.#perHost = perHost
  }

  /** The highest number of deliveries in progress or waiting for one host. */
  get highest(): number {
    return highestOf(this.#hosts.values().map(({ deliveries }) => deliveries))
  }

  /** Resolves with a function that releases the slot. */
  async acquire({ url, user_id, isSlow }: Receiver): Promise<() => void> {
    // The slot of the host comes first: a delivery that waits for its host must not take the place of one to another.
    const releaseHost = await this.#acquireHost(hostOf(url), user_id)
    const release = isSlow ? await this.#slow.acquire() : await this.#acquireFast()
    return () => {
      release()
      releaseHost()
    }
  }

  /** Takes only the slot of the host: returns a function that releases it, or null if the host has no free slot. */
  tryAcquireHost(url: string, user_id: number): Promise<() => void> | null {
    const name = hostOf(url)
    return this.#isFull(name) ? null : this.#acquireHost(name, user_id)
  }

  /** For the address that a name led to: many names may lead to one machine. Null if it has no free slot. */
  tryAcquireAddress(address: string, user_id: number): (() => void) | null {
    const name = keyOf(address)
    if (this.#isFull(name)) return null
    // The slot is free, so it is held at once.
    const acquired = this.#acquireHost(name, user_id)
    return () => void acquired.then(release => release())
  }

  acquireAddress(address: string, user_id: number): Promise<() => void> {
    return this.#acquireHost(keyOf(address), user_id)
  }

  #isFull(name: string): boolean {
    return this.#perHost > 0 && (this.#hosts.get(name)?.deliveries ?? 0) >= this.#perHost
  }

  async #acquireHost(name: string, user_id: number): Promise<() => void> {
    if (this.#perHost === 0) return () => {}
    const host = this.#hosts.get(name) ?? { slots: new Semaphore(this.#perHost), deliveries: 0 }
    this.#hosts.set(name, host)
    host.deliveries += 1
    const release = await host.slots.acquire(user_id)
    return () => {
      release()
      host.deliveries -= 1
      if (host.deliveries === 0) this.#hosts.delete(name)
    }
  }

  /** A fast delivery that becomes slow releases its slot early, for another fast one. */
  async #acquireFast(): Promise<() => void> {
    const release = await this.#fast.acquire()
    const timer = setTimeout(release, slowAfterMs)
    return () => {
      clearTimeout(timer)
      release()
    }
  }
}

const keyOf = (address: string): string => `address ${networkOf(address)}`

/** The port is left out: a host must not be flooded through many of its ports. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)
