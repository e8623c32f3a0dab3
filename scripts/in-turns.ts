// Works through a list two at a time: as much as a small machine does side by side.

const sideBySide = 2

export async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const turns = Array.from({ length: sideBySide }, async () => {
    for (const item of waiting) await work(item)
  })
  await Promise.all(turns)
}
