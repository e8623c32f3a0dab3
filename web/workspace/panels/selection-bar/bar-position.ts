// The position of the selection bar: above the selection, or below it if there is no room, clear of everything that
// covers the board.

import type { Box, Point } from '@tessera/drawing'
import type { Size } from '../../../canvas/camera.ts'

export interface Surroundings {
  readonly window: Size
  /** Height that is taken at the top of the window. */
  readonly head: number
  /** Height that is taken at the bottom. */
  readonly foot: number
  /** Panels and bars over the board. */
  readonly covered: readonly Box[]
}

/** Distances to the selection and to everything else. */
const away = 18
const gap = 8

/** In screen pixels. */
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
