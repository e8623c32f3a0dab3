// Where the next object of a flow goes: beside the one before, aligned with it, shifted sideways if something is there.

import type { Box } from '@tessera/drawing'
import { outwardOf, type Side } from '@tessera/drawing/connector-end'

type Size = Pick<Box, 'width' | 'height'>

/** Room for the line and its label. */
const gapAround = ({ width, height }: Size): number => Math.max(64, Math.round(Math.min(width, height) * 0.6))

/** In the middle of the side, at the distance of the gap. */
export function boxBeside(before: Box, { width, height }: Size, side: Side): Box {
  const gap = gapAround(before)
  const outward = outwardOf[side]
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  return {
    x: Math.round(middle.x + outward.x * (before.width / 2 + gap + width / 2) - width / 2),
    y: Math.round(middle.y + outward.y * (before.height / 2 + gap + height / 2) - height / 2),
    width,
    height,
  }
}

const maxShifts = 50

/** Tries the place itself, then one step to either side, then two. */
export function freeBoxBeside(before: Box, size: Size, side: Side, isFree: (box: Box) => boolean): Box {
  const aligned = boxBeside(before, size, side)
  const isHorizontal = outwardOf[side].x !== 0
  const step = Math.round((isHorizontal ? size.height : size.width) + gapAround(size) / 2)
  for (let shift = 0; shift < maxShifts; shift++) {
    for (const by of shift === 0 ? [0] : [shift * step, -shift * step]) {
      const box = isHorizontal ? { ...aligned, y: aligned.y + by } : { ...aligned, x: aligned.x + by }
      if (isFree(box)) return box
    }
  }
  return aligned
}
