// Histograms of durations that cost almost nothing to record: a scan over a few bounds and three additions.

import type { Labels, MetricFamily, Sample } from './metric-family.ts'

/** In seconds, for what users wait for. */
const defaultBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Durations {
  readonly #bounds: readonly number[]
  /** How many durations are within each bound and above the previous one; the last are above all bounds. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[] = defaultBounds) {
    this.#bounds = bounds
    this.#counts = new Array<number>(bounds.length + 1).fill(0)
  }

  observe(seconds: number): void {
    const { length } = this.#bounds
    let index = 0
    while (index < length && seconds > (this.#bounds[index] as number)) index += 1
    this.#counts[index] = (this.#counts[index] as number) + 1
    this.#sum += seconds
  }

  samples(labels: Labels = {}): Sample[] {
    const samples: Sample[] = []
    let count = 0
    for (const [index, more] of this.#counts.entries()) {
      count += more
      samples.push({ suffix: '_bucket', labels: { ...labels, le: this.#bounds[index] ?? '+Inf' }, value: count })
    }
    const own = Object.keys(labels).length === 0 ? {} : { labels }
    return [...samples, { suffix: '_sum', ...own, value: this.#sum }, { suffix: '_count', ...own, value: count }]
  }
}

export const histogram = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: 'histogram',
  samples,
})
