// Processes a list with a few workers: one more than there are processors, because some of them wait for I/O.

import { availableParallelism } from 'node:os'

export const workerCount = availableParallelism() + 1

export async function runConcurrently<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const workers = Array.from({ length: workerCount }, async () => {
    for (const item of queue) await run(item)
  })
  await Promise.all(workers)
}
