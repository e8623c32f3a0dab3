// A press on the board without a drag.

import type { Drawable, Point } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'

/** The maximum movement of a press, in pixels. */
const maxPressMovement = 8

/** Called with the object at the point of the board that was pressed. */
export function onPress(view: BoardView, listener: (object: Drawable | null, at: Point) => void): void {
  let began: PointerEvent | null = null
  view.element.addEventListener('pointerdown', event => {
    began = event.isPrimary ? event : null
  })
  view.element.addEventListener('pointerup', event => {
    if (!began || event.pointerId !== began.pointerId) return
    const moved = Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY)
    began = null
    const at = view.clientToBoard(event)
    if (moved <= maxPressMovement) listener(view.objectAt(at), at)
  })
}
