// Things in the order of their last change, put under the day, the week or the time before.

export type Age = 'today' | 'yesterday' | 'week' | 'earlier'

const dayMs = 24 * 60 * 60 * 1_000

/** Groups that would be empty are left out; within each the order stays. */
export function groupByAge<Item extends { readonly updated_at: string }>(
  items: readonly Item[],
  now: Date,
): { age: Age; items: Item[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // The day before begins at its own midnight, which is not always 24 hours earlier.
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const ageOf = ({ updated_at }: Item): Age => {
    const at = Date.parse(updated_at)
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
