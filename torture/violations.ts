// What was found to be wrong, during the run and at its end. The first of each check are kept, the others are counted.

const keptPerCheck = 20

export class Violations {
  readonly #found = new Map<string, { count: number; first: string[] }>()

  add(check: string, ...descriptions: readonly string[]): void {
    if (descriptions.length === 0) return
    const found = this.#found.get(check) ?? { count: 0, first: [] }
    this.#found.set(check, found)
    found.count += descriptions.length
    found.first.push(...descriptions.slice(0, keptPerCheck - found.first.length))
  }

  get count(): number {
    return [...this.#found.values()].reduce((sum, { count }) => sum + count, 0)
  }

  countOf(check: string): number {
    return this.#found.get(check)?.count ?? 0
  }

  get lines(): string[] {
    return [...this.#found].flatMap(([check, { count, first }]) => [
      ...first.map(description => `${check}: ${description}`),
      ...(count > first.length ? [`${check}: and ${count - first.length} more`] : []),
    ])
  }
}
