// How SQLite writes many rows with one prepared statement.

import type { SQLInputValue } from 'node:sqlite'

/** Writes many rows and returns the number of changed rows. */
export interface RowWriter {
  runForEach(text: string, lists: readonly (readonly SQLInputValue[])[]): number
}
