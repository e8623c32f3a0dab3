// The messages between the runner and the load generator.

export interface Load {
  readonly port: number
  /** Whole requests as they go over the wire; connection n sends request n modulo their number. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly responses: number
  readonly elapsedSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Replaced in a request by nine digits that are different each time. */
export const placeholder = '#########'
export const digitsFrom = 100_000_000
