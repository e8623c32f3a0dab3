// The order in which people read what lies on a board, which is not aligned to the pixel.

import type { Box } from './drawable.ts'

/**
 * Row by row from the top, each from the left. A row has everything that starts above the middle of its first box, of
 * which at most `maxHeight` counts.
 */
export function sortByReadingOrder<T>(things: readonly T[], boxOf: (thing: T) => Box, maxHeight = Infinity): T[] {
  const rows: [thing: T, box: Box][][] = []
  let end = -Infinity
  const boxed = things.map((thing): [T, Box] => [thing, boxOf(thing)])
  for (const entry of boxed.sort(([, one], [, other]) => one.y - other.y || one.x - other.x)) {
    const [, { y, height }] = entry
    if (y >= end) {
      rows.push([])
      end = y + Math.min(height, maxHeight) / 2
    }
    rows.at(-1)?.push(entry)
  }
  return rows.flatMap(row => row.sort(([, one], [, other]) => one.x - other.x).map(([thing]) => thing))
}
