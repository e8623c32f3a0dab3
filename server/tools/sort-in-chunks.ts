// Sorts a long list and yields to the event loop between its parts, so that other requests are not delayed by all of it.

import { setImmediate as nextTick } from 'node:timers/promises'

/** Items that are sorted or merged between two turns of the event loop. */
const chunkSize = 5_000

/** Stable, by text. */
export async function sortInChunks<T>(list: readonly T[], keyOf: (item: T) => string): Promise<T[]> {
  let runs: KeyedItem<T>[][] = []
  for (let start = 0; start < list.length; start += chunkSize) {
    if (start > 0) await nextTick()
    const run = list.slice(start, start + chunkSize).map(item => ({ key: keyOf(item), item }))
    runs.push(run.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)))
  }
  while (runs.length > 1) {
    const merged: KeyedItem<T>[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] as KeyedItem<T>[], runs[index + 1] ?? []))
    runs = merged
  }
  return (runs[0] ?? []).map(({ item }) => item)
}

interface KeyedItem<T> {
  readonly key: string
  readonly item: T
}

async function merge<T>(left: readonly KeyedItem<T>[], right: readonly KeyedItem<T>[]): Promise<KeyedItem<T>[]> {
  const merged: KeyedItem<T>[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]]
    if (a && (!b || a.key <= b.key)) {
      merged.push(a)
      l++
    } else {
      merged.push(b as KeyedItem<T>)
      r++
    }
    if (merged.length % chunkSize === 0) await nextTick()
  }
  return merged
}
