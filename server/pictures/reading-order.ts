// The order in which people read what lies on a board.

import type { Box } from '@tessera/drawing'

/** Row by row from the top, each from the left. A row has everything that starts above the middle of its first box. */
export function inReadingOrder<T extends Box>(boxes: readonly T[]): T[] {
  const left = [...boxes].sort((one, other) => one.y - other.y || one.x - other.x)
  const rows: T[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const box of left) {
    const row = rows.at(-1)
    if (row && box.y < end) {
      row.push(box)
      continue
    }
    rows.push([box])
    end = box.y + box.height / 2
  }
  return rows.flatMap(row => row.sort((one, other) => one.x - other.x))
}
