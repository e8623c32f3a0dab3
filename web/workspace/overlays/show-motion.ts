// Shows objects in motion at their current position: what this user drags, and what others drag, draw and erase.

import type { Drawable } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import { objectInMotion } from '../objects/motion.ts'
import { withErasersShown } from '../objects/stored-erasers.ts'
import type { OpenBoard } from '../state/board.ts'
import { otherPeople } from '../state/live-hooks.ts'

export function showMotion(board: OpenBoard, view: BoardView): () => void {
  function show() {
    const moving = new Map<string, Drawable | null>()
    for (const person of otherPeople(board.live))
      for (const one of person.moving ?? []) {
        const shown = objectInMotion(board.live.get(one.id), one)
        if (shown !== undefined) moving.set(one.id, shown && board.pagePreviews.withPreview(shown))
      }
    // The user's own drag overrides that of others.
    for (const [id, object] of withErasersShown(board.overrides.get(), board.live.objects))
      moving.set(id, object && board.pagePreviews.withPreview(object))
    if (moving.size > 0 || isMoving) view.setOverrides(moving)
    isMoving = moving.size > 0
  }
  let isMoving = false
  const stops = [board.overrides.subscribe(show), board.live.onPeople(show)]
  return () => {
    for (const stop of stops) stop()
  }
}
