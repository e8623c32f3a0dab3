// Reproducible random numbers: the same seed gives the same sequence.

export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number
  /** An integer from 0 to `below`, exclusive. */
  below(below: number): number
  pick<T>(list: readonly T[]): T
}

/** Mulberry32: small, and good enough for tests. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: list => list[below(list.length)] as never }
}
