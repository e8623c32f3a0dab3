// The rows of `bench check`: a figure of two versions of the server, in each round.

import { spreadOf } from './measure.ts'

export interface ComparedRow {
  readonly what: string
  readonly unit: string
  readonly isHigherBetter: boolean
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Rounds differ by up to a quarter on a shared machine. */
const tolerance = 1.25

/** Whether the best round after is worse than the worst round before, by more than rounds differ. */
export function isWorse({ isHigherBetter, before, after }: ComparedRow): boolean {
  const timesWorse = isHigherBetter
    ? Math.min(...before) / Math.max(...after)
    : Math.min(...after) / Math.max(...before)
  return timesWorse > tolerance
}

/** Prints a table in Markdown, and how many rows are worse. */
export function printRows(rows: readonly ComparedRow[]): void {
  console.log('\n| | Before | After | Ratio | |\n|---|---|---|---|---|')
  for (const row of rows) {
    const [before, after] = [spreadOf(row.before), spreadOf(row.after)]
    const show = ({ median, low, high }: typeof before) =>
      `${short(median)} ${row.unit} (${short(low)} to ${short(high)})`
    const ratio = `${(after.median / before.median).toFixed(2)} ×`
    console.log(`| ${[row.what, show(before), show(after), ratio, isWorse(row) ? '**worse**' : ''].join(' | ')} |`)
  }
  const count = rows.filter(isWorse).length
  console.log(count === 0 ? '\nNothing is worse.' : `\n${count} of ${rows.length} rows are worse.`)
}

const short = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))
