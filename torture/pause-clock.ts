// Measures for each board how long no change was acknowledged. The clock stops while a pause is expected: while the
// database is down, or too few nodes are healthy.

export interface Pause {
  readonly ms: number
  readonly board: string
  /** The faults during the pause. */
  readonly faults: readonly string[]
}

export class PauseClock {
  longest: Pause | null = null
  readonly longestByFault = new Map<string, number>()
  /** Every pause that was longer than the limit. */
  readonly tooLong: Pause[] = []
  readonly #limitMs: number
  readonly #now: () => number
  /** When each board was last written, or the clock last started. */
  readonly #since = new Map<string, number>()
  readonly #reasons = new Set<symbol>()
  /** The faults since the last write of each board. */
  readonly #faults = new Map<string, Set<string>>()
  readonly #active = new Map<symbol, string>()

  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs
    this.#now = now
  }

  /** Starts to measure a board. */
  add(board: string): void {
    this.#since.set(board, this.#now())
    this.#faults.set(board, new Set(this.#active.values()))
  }

  acknowledged(board: string): void {
    this.#measure(board)
    if (this.#since.has(board)) this.add(board)
  }

  /** From now on pauses are expected. Returns the function that ends that. */
  halt(): () => void {
    if (this.#reasons.size === 0) for (const board of this.#since.keys()) this.#measure(board)
    const reason = Symbol()
    this.#reasons.add(reason)
    return () => {
      if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return
      for (const board of this.#since.keys()) this.add(board)
    }
  }

  /** Registers a fault in progress. Returns the function that ends it. */
  fault(kind: string): () => void {
    const id = Symbol()
    this.#active.set(id, kind)
    for (const faults of this.#faults.values()) faults.add(kind)
    return () => void this.#active.delete(id)
  }

  /** Measures the pauses that are not over yet. */
  end(): void {
    for (const board of this.#since.keys()) this.#measure(board)
    this.#since.clear()
  }

  #measure(board: string): void {
    const since = this.#since.get(board)
    if (since === undefined || this.#reasons.size > 0) return
    const pause = { ms: this.#now() - since, board, faults: [...(this.#faults.get(board) ?? [])] }
    if (pause.ms > (this.longest?.ms ?? 0)) this.longest = pause
    if (pause.ms > this.#limitMs) this.tooLong.push(pause)
    for (const kind of pause.faults)
      if (pause.ms > (this.longestByFault.get(kind) ?? 0)) this.longestByFault.set(kind, pause.ms)
  }
}
