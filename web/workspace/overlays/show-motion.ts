// Shows objects in motion at their current position: what this user drags, and what others drag and draw.

import type { BoardObject, Motion } from '@tessera/client'
import { kinds } from '@tessera/contract'
import type { Drawable } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import { withErasersShown } from '../objects/stored-erasers.ts'
import type { OpenBoard } from '../state/board.ts'
import { otherPeople } from '../state/live-hooks.ts'

export function showMotion(board: OpenBoard, view: BoardView): () => void {
  function show() {
    const moving = new Map<string, Drawable | null>()
    for (const person of otherPeople(board.live))
      for (const one of person.moving ?? []) {
        const shown = objectInMotion(board.live.get(one.id), one)
        if (shown) moving.set(shown.id, board.pagePreviews.withPreview(shown))
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

/** The object at the position it is dragged to, or a stroke in progress. */
function objectInMotion(object: BoardObject | undefined, moving: Motion): Drawable | null {
  const { id, points, penColor, brushSize, brushType, targetId = null, ...fields } = moving
  if (object) return { ...object, ...fields, ...(points && 'points' in object ? { points } : {}) } as Drawable
  if (fields.from && fields.to) return connectorInMotion(id, fields)
  if (!points || points.length < 2) return null
  const { defaults } = kinds.stroke
  const style = { penColor: penColor ?? defaults.penColor, brushType: brushType ?? defaults.brushType }
  return { kind: kinds.stroke.name, id, points, size: brushSize ?? 10, targetId, ...style } as Drawable
}

/** A connector that is being drawn. */
function connectorInMotion(id: string, { from, to }: Partial<Motion>): Drawable {
  const { name, defaults } = kinds.connector
  return { ...defaults, kind: name, id, from, to, points: [] } as unknown as Drawable
}
