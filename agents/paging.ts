// Cursors of truncated responses.

import { ToolProblem } from './tool.ts'

/** A cursor that is a number of items to skip. */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw badCursor()
  return Number(cursor)
}

export const badCursor = () =>
  new ToolProblem('cursor must be one that an answer of this tool named. Leave it out to start over.')
