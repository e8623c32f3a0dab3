// Groups items that are sorted by a time under today, yesterday, the last week and earlier.

export type Age = 'today' | 'yesterday' | 'week' | 'earlier' | 'never'

const dayMs = 24 * 60 * 60 * 1_000

/** Empty groups are left out. The order within a group stays. */
export function groupByAge<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string | null,
  now: Date,
): { age: Age; items: Item[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Yesterday starts at its own midnight, which is not always 24 hours earlier (daylight saving).
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const ageOf = (item: Item): Age => {
    const time = timeOf(item)
    if (time === null) return 'never'
    const at = Date.parse(time)
    if (at >= midnight.getTime()) return 'today'
    if (at >= before.getTime()) return 'yesterday'
    return at >= midnight.getTime() - 7 * dayMs ? 'week' : 'earlier'
  }
  const groups: { age: Age; items: Item[] }[] = []
  for (const item of items) {
    const age = ageOf(item)
    const last = groups.find(group => group.age === age)
    if (last) last.items.push(item)
    else groups.push({ age, items: [item] })
  }
  return groups
}
