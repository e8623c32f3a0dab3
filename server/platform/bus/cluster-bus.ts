// Publish and subscribe between the processes that share a database. Messages reach the current subscribers and are not
// stored. State that must not be lost is in the database; a message only signals that there is something new to read.

export interface ClusterBus {
  /** The name of this process on the bus. */
  readonly name: string
  /** Messages that are not urgent are batched for this long. */
  readonly batchMs: number
  /** Sends to the other processes that subscribe to the channel. Dropped while the connection is lost. */
  publish(channel: string, text: string): void
  /** Never receives the messages of this process. Returns a function that unsubscribes. */
  subscribe(channel: string, callback: BusCallback): () => void
  /** Calls back with every new connection: earlier messages may be lost. */
  onConnect(callback: () => void): void
  close(): Promise<void>
}

export type BusCallback = (text: string, from: string) => void

/** The subscriptions of this process, for the implementations of the bus. */
export class BusSubscriptions {
  readonly #callbacks = new Map<string, Set<BusCallback>>()

  get channels(): string[] {
    return [...this.#callbacks.keys()]
  }

  /** Returns true if it is the first subscription of the channel. */
  add(channel: string, callback: BusCallback): boolean {
    const known = this.#callbacks.get(channel)
    if (known) known.add(callback)
    else this.#callbacks.set(channel, new Set([callback]))
    return known === undefined
  }

  /** Returns true if it was the last subscription of the channel. */
  remove(channel: string, callback: BusCallback): boolean {
    const known = this.#callbacks.get(channel)
    if (!known?.delete(callback) || known.size > 0) return false
    return this.#callbacks.delete(channel)
  }

  dispatch(channel: string, text: string, from: string): void {
    for (const callback of [...(this.#callbacks.get(channel) ?? [])]) callback(text, from)
  }
}
