// The end of a batch on SQLite, wherever it is carried out: everything it writes, and the commit.

import type { SQLInputValue } from 'node:sqlite'
import type { StatementCache } from './statement-cache.ts'

/** A statement, and the parameters of each of its runs. */
export interface Write {
  readonly text: string
  readonly lists: readonly (readonly SQLInputValue[])[]
}

/** The milliseconds that the commit took, without the writes before it. */
export function storeAndCommit(statements: StatementCache, writes: readonly Write[]): number {
  for (const { text, lists } of writes) {
    const statement = statements.get(text)
    for (const parameters of lists) statement.runUntold(parameters)
  }
  const startedAt = performance.now()
  statements.get('commit').run()
  return performance.now() - startedAt
}
