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
  const { longest, longestByFault } = run.clock
  const kinds = [...faults.byKind].sort(([, one], [, other]) => other - one)
  return [
    '',
    ...table(
      ['fault', 'times', 'longest pause meanwhile'],
      kinds.map(([kind, count]) => [kind, `${count}`, seconds(longestByFault.get(kind) ?? 0)]),
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
    '',
    longest
      ? `Longest pause of writing: ${seconds(longest.ms)} on one board, with ${longest.faults.join(', ') || 'no fault'}`
      : 'Nothing was written.',
  ]
}

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

function time(ms: number): string {
  const whole = Math.floor(ms / 1_000)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
