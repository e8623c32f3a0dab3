// Reports while the tests run how far each stage is and how long the rest will take: in one line that is updated on a
// terminal, otherwise in a line every 30 seconds.

import type { FileCost } from './test-durations.ts'

type FileProgress = FileCost & { done: number }
type Options = { write: (text: string) => void; isTerminal: boolean; workers: number; now?: () => number }

/** During this time the estimate depends on the recorded times rather than on the speed of this run. */
const trustMs = 60_000
const clearLine = '\r\x1b[2K'

export class TestProgress {
  readonly #stages = new Map<string, Map<string, FileProgress>>()
  readonly #options: Required<Options>
  readonly #startedAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = { now: () => performance.now(), ...options }
    this.#startedAt = this.#options.now()
  }

  add(stage: string, path: string, cost: FileCost): void {
    const files = this.#stages.get(stage) ?? new Map<string, FileProgress>()
    this.#stages.set(stage, files.set(path, { ...cost, done: 0 }))
  }

  testEnded(stage: string, path: string): void {
    const file = this.#stages.get(stage)?.get(path)
    if (file) file.done += 1
  }

  /** There may be more or fewer tests than expected. */
  fileEnded(stage: string, path: string): void {
    const file = this.#stages.get(stage)?.get(path)
    if (file) file.tests = file.done = Math.max(file.done, 1)
  }

  start(): void {
    const { isTerminal, write } = this.#options
    const show = isTerminal ? () => write(clearLine + this.line()) : () => write(`  … ${this.line()}\n`)
    this.#timer = setInterval(show, isTerminal ? 1000 : 30_000)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    if (this.#options.isTerminal) this.#options.write(clearLine)
  }

  print(text: string): void {
    this.#options.write(`${this.#options.isTerminal ? clearLine : ''}${text}\n`)
  }

  line(): string {
    const running = [...this.#stages].flatMap(([stage, files]) => {
      const all = [...files.values()]
      const done = sum(all, file => file.done)
      const expected = sum(all, file => Math.max(file.done, file.tests))
      return done && done < expected ? [`${stage}: ${done} of ${expected}`] : []
    })
    return [...running, describeTime(this.#leftMs())].join(', ')
  }

  #leftMs(): number {
    const all = [...this.#stages.values()].flatMap(files => [...files.values()])
    const totalMs = sum(all, file => file.ms)
    const doneMs = sum(all, file => file.ms * Math.min(1, file.done / file.tests))
    const elapsedMs = this.#options.now() - this.#startedAt
    const speed = (doneMs + trustMs * this.#options.workers) / (elapsedMs + trustMs)
    return (totalMs - doneMs) / speed
  }
}

function describeTime(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes ? `about ${minutes} min left` : 'less than a minute left'
}

function sum<Item>(items: Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}
