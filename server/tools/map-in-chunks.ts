// Maps a long list and yields to the event loop between its parts, so that other requests are not delayed by all of it.

import { setImmediate as nextTick } from 'node:timers/promises'

const chunkSize = 25

export async function mapInChunks<T, Result>(list: readonly T[], map: (item: T) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % chunkSize === 0) await nextTick()
    results.push(map(item))
  }
  return results
}
