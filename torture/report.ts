// What a run prints: a line of progress, and the tables at the end.

import type { CheckResult } from './checks/final-checks.ts'
import type { PerformedFaults } from './perform-plan.ts'
import type { RunState } from './run-state.ts'

export function progressLine(run: RunState, faults: PerformedFaults, elapsedMs: number): string {
  const { acknowledged, unknown } = run.ledger.counts
  return [
    `${time(elapsedMs)}  ${faults.count} faults`,
    `${acknowledged} acknowledged, ${unknown} unknown`,
    `longest pause ${seconds(run.clock.longest?.ms ?? 0)}`,
    `${run.violations.count} violations`,
  ].join('  ')
}

export function reportLines(run: RunState, faults: PerformedFaults, checks: readonly CheckResult[]): string[] {
  const { longestByFault } = run.clock
  const kinds = [...faults.byKind].sort(([, one], [, other]) => other.times - one.times)
  return [
    '',
    ...table(
      ['fault', 'times', 'longest until all works', 'longest pause of writing meanwhile'],
      kinds.map(([kind, { times, longestMs }]) => [
        kind,
        `${times}`,
        seconds(longestMs),
        seconds(longestByFault.get(kind) ?? 0),
      ]),
    ),
    '',
    ...table(
      ['request', 'times'],
      [...run.requests].sort().map(([what, count]) => [what, `${count}`]),
    ),
    '',
    ...table(
      ['check', 'violations', 'what was checked'],
      checks.map(({ name, violations, checked }) => [name, `${violations}`, checked]),
    ),
  ]
}

export interface RunFigures {
  readonly seed: number
  /** The time from the first request until the last fault was over. */
  readonly durationMs: number
  readonly notifications: number
}

/** Returns a few lines that summarize the run. */
export function summaryLines(run: RunState, faults: PerformedFaults, figures: RunFigures): string[] {
  const { acknowledged, unknown, refused } = run.ledger.counts
  const { longest } = run.clock
  const { seed, durationMs, notifications } = figures
  const pause = longest && `${seconds(longest.ms)}, with ${longest.faults.join(', ') || 'no fault'}`
  return [
    '',
    ...table(
      [`${run.engine}, seed ${seed}`, time(durationMs)],
      [
        ['faults', `${faults.count} of ${faults.byKind.size} kinds, ${perMinute(faults.count, durationMs)} a minute`],
        ['changes', `${acknowledged} acknowledged, ${unknown} with an unknown outcome, ${refused} refused`],
        ['longest pause of writing', pause ?? 'nothing was written'],
        ['deliveries', `${notifications} to ${run.boards.length} listeners`],
        ['uploads, exports', `${run.images.size}, ${run.exports.size}`],
        ['violations', `${run.violations.count || 'none'}`],
      ],
    ),
  ]
}

const perMinute = (count: number, ms: number) => ((count * 60_000) / Math.max(ms, 1)).toFixed(1)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map(row => (row[column] ?? '').length)))
  return all.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

export function time(ms: number): string {
  const whole = Math.floor(ms / 1_000)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
