// What the runner and the load generator tell each other.

export interface Load {
  readonly port: number
  /** Whole requests as they go over the wire; connection n sends the n-th, from the start again where they run out. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly answers: number
  readonly elapsedSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Stands in a request for nine digits that are different each time. */
export const placeholder = '#########'
export const digitsFrom = 100_000_000
