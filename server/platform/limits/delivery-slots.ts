// Limits the concurrent webhook deliveries of a process: to one host (LIM-10), without which many listeners could flood
// it, and in total. Fast receivers share one limit; those that are slow or failed before share another, without which
// receivers that hang would delay the others.

import { highestOf, Semaphore } from '../../tools/index.ts'

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
    const releaseHost = await this.#acquireHost(url, user_id)
    const release = isSlow ? await this.#slow.acquire() : await this.#acquireFast()
    return () => {
      release()
      releaseHost()
    }
  }

  /** Takes only the slot of the host: returns a function that releases it, or null if the host has no free slot. */
  tryAcquireHost(url: string, user_id: number): Promise<() => void> | null {
    const host = this.#hosts.get(hostOf(url))
    return host && host.deliveries >= this.#perHost ? null : this.#acquireHost(url, user_id)
  }

  async #acquireHost(url: string, user_id: number): Promise<() => void> {
    if (this.#perHost === 0) return () => {}
    const name = hostOf(url)
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

/** The port is left out: a host must not be flooded through many of its ports. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)
