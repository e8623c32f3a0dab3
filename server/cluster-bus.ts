// How processes that share a database talk to each other: words on channels, heard by whoever listens at that moment and
// kept for nobody. What must not be lost is in the database; this only says that it is worth a look.

export interface ClusterBus {
  /** What this process is called on it. */
  readonly name: string
  /** Messages that can wait are gathered for this long. */
  readonly paceMs: number
  /** For all other processes that follow the channel. Lost where the connection is. */
  publish(channel: string, text: string): void
  /** Until what it returns is called. Never told of what this process said itself. */
  follow(channel: string, act: (text: string, from: string) => void): () => void
  /** Called with each connection that is made: whatever was said before is lost. */
  onOpen(act: () => void): void
  close(): Promise<void>
}

type Listener = (text: string, from: string) => void

/** Who follows which channel, for the buses themselves. */
export class BusChannels {
  readonly #listeners = new Map<string, Set<Listener>>()

  get names(): string[] {
    return [...this.#listeners.keys()]
  }

  /** True where it is the first on that channel. */
  add(channel: string, listener: Listener): boolean {
    const known = this.#listeners.get(channel)
    if (known) known.add(listener)
    else this.#listeners.set(channel, new Set([listener]))
    return known === undefined
  }

  /** True where it was the last. */
  remove(channel: string, listener: Listener): boolean {
    const known = this.#listeners.get(channel)
    if (!known?.delete(listener) || known.size > 0) return false
    return this.#listeners.delete(channel)
  }

  tell(channel: string, text: string, from: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(text, from)
  }
}
