// The violations found during the run and at its end. The first of each check are kept, the others are counted.

const keptPerCheck = 20

export class Violations {
  /** Called with the first of each check when they are found. */
  onFound: (violation: string) => void = () => {}
  readonly #startedAt = performance.now()
  readonly #found = new Map<string, { count: number; first: string[] }>()

  add(check: string, ...descriptions: readonly string[]): void {
    if (descriptions.length === 0) return
    const found = this.#found.get(check) ?? { count: 0, first: [] }
    this.#found.set(check, found)
    found.count += descriptions.length
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000)
    for (const description of descriptions.slice(0, keptPerCheck - found.first.length)) {
      found.first.push(`${description} (found after ${seconds} s)`)
      this.onFound(`${check}: ${description}`)
    }
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
