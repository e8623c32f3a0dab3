// Looks for an item in a long list and yields to the event loop between its parts, so that other requests are not delayed
// by all of it.

import { setImmediate as nextTick } from 'node:timers/promises'

const chunkSize = 5_000

export async function someInChunks<T>(list: readonly T[], isWanted: (item: T) => boolean): Promise<boolean> {
  for (let start = 0; start < list.length; start += chunkSize) {
    if (start > 0) await nextTick()
    const end = Math.min(list.length, start + chunkSize)
    for (let index = start; index < end; index += 1) if (isWanted(list[index] as T)) return true
  }
  return false
}
