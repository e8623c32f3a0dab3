// The ledger of changes that the clients have made. Each change has a mark, which appears in the log if the change took
// effect.

export const outcomes = ['acknowledged', 'unknown', 'refused'] as const
/** `unknown`: there was no response, or one that does not say whether the change took effect. */
export type Outcome = (typeof outcomes)[number]

export class Ledger {
  readonly counts: Record<Outcome, number> = { acknowledged: 0, unknown: 0, refused: 0 }
  readonly #marks = new Map<string, Map<string, Outcome>>()

  settle(board: string, marks: readonly string[], outcome: Outcome): void {
    this.counts[outcome] += marks.length
    const known = this.#marks.get(board) ?? new Map<string, Outcome>()
    this.#marks.set(board, known)
    for (const mark of marks) known.set(mark, outcome)
  }

  marksOf(board: string): ReadonlyMap<string, Outcome> {
    return this.#marks.get(board) ?? new Map()
  }
}

/** Compares the ledger of the clients with how often each mark is in the log. */
export function compareWithLog(known: ReadonlyMap<string, Outcome>, logged: ReadonlyMap<string, number>): string[] {
  const wrong: string[] = []
  for (const [mark, outcome] of known) {
    const times = logged.get(mark) ?? 0
    if (outcome === 'acknowledged' && times === 0) wrong.push(`${mark} was acknowledged and is not in the log`)
    if (outcome === 'refused' && times > 0) wrong.push(`${mark} was refused and is in the log`)
  }
  for (const [mark, times] of logged) {
    if (times > 1) wrong.push(`${mark} is in the log ${times} times`)
    if (!known.has(mark)) wrong.push(`${mark} is in the log, and no client has sent it`)
  }
  return wrong
}
