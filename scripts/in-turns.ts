// Works through a list a few at a time: one more than there are processors, because some of them wait.

import { availableParallelism } from 'node:os'

const sideBySide = availableParallelism() + 1

export async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const turns = Array.from({ length: sideBySide }, async () => {
    for (const item of waiting) await work(item)
  })
  await Promise.all(turns)
}
