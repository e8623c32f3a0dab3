// Where the bar of the selection stands: above it, or below it where there is no room, clear of what else covers the board.

import type { Box, Point } from '@tessera/drawing'
import type { Size } from '../../../canvas/camera.ts'

export interface Surroundings {
  readonly window: Size
  /** Taken up at the head of the window. */
  readonly head: number
  /** Taken up at its foot. */
  readonly foot: number
  /** Panels and bars that lie over the board. */
  readonly covered: readonly Box[]
}

/** From the selection, and from whatever else there is. */
const away = 18
const gap = 8

/** All in units of the screen. */
export function barPosition(bar: Size, selection: Box, { window, head, foot, covered }: Surroundings): Point {
  const sheets = covered.filter(({ width }) => width > window.width / 2)
  const lowest = Math.min(window.height - foot, ...sheets.map(({ y }) => y - gap)) - bar.height
  const above = selection.y - bar.height - away
  const below = selection.y + selection.height + away
  const y = above > head ? Math.min(above, lowest) : Math.max(head, Math.min(below, lowest))
  const beside = covered.filter(box => !sheets.includes(box) && box.y < y + bar.height && box.y + box.height > y)
  const isLeft = (box: Box) => box.x + box.width / 2 < window.width / 2
  const from = Math.max(0, ...beside.filter(isLeft).map(box => box.x + box.width)) + gap
  const to = Math.min(window.width, ...beside.filter(box => !isLeft(box)).map(({ x }) => x)) - gap - bar.width
  if (from > to && beside.length > 0) {
    const raised = window.height - Math.min(...beside.map(box => box.y)) + gap
    const others = covered.filter(box => !beside.includes(box))
    return barPosition(bar, selection, { window, head, foot: raised, covered: others })
  }
  const wanted = selection.x + selection.width / 2 - bar.width / 2
  return { x: Math.round(Math.max(from, Math.min(to, wanted))), y: Math.round(y) }
}
