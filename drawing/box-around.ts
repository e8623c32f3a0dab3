// The box around boxes. The box of points is in path.ts.

import type { Box } from './drawable.ts'

/** The smallest box that contains all of them; null without any. */
export function boxAround(boxes: readonly Box[]): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return boxes.length === 0 ? null : { x: left, y: top, width: right - left, height: bottom - top }
}
