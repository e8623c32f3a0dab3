// Limits how many deliveries to one host are in progress at once, over all listeners, so that many listeners cannot flood a
// host. The users whose deliveries wait for a host take turns.

import { highestOf, KeyedSemaphore } from '../../tools/index.ts'

export class HostSlots {
  readonly #perHost: number
  readonly #hosts = new Map<string, { readonly slots: KeyedSemaphore<number>; users: number }>()

  /** 0 for no limit. */
  constructor(perHost: number) {
    this.#perHost = perHost
  }

  /** Resolves with a function that releases. */
  async acquire(url: string, user_id: number): Promise<() => void> {
    if (this.#perHost === 0) return () => {}
    const name = hostOf(url)
    const host = this.#hosts.get(name) ?? { slots: new KeyedSemaphore<number>({ limit: this.#perHost }), users: 0 }
    this.#hosts.set(name, host)
    host.users += 1
    const release = await host.slots.acquire(user_id)
    return () => {
      release()
      host.users -= 1
      if (host.users === 0) this.#hosts.delete(name)
    }
  }

  /** A function that releases, or null if the host has no free slot. */
  tryAcquire(url: string, user_id: number): Promise<() => void> | null {
    const host = this.#hosts.get(hostOf(url))
    return host && host.users >= this.#perHost ? null : this.acquire(url, user_id)
  }

  /** The highest number of deliveries in progress or waiting for one host. */
  get highest(): number {
    return highestOf(this.#hosts.values().map(({ users }) => users))
  }
}

/** Without the port: a host is not to be flooded through many of its ports. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)
