// Shows a transform of objects while a gesture lasts: to the user, and through presence to everyone else.

import type { BoardObject } from '@tessera/client'
import { motionsOf, shownDuring } from '../objects/moves.ts'
import type { Transform } from '../objects/transform.ts'
import { noGuides, noOverrides, type OpenBoard } from '../state/board.ts'

/** The number of objects that others see move; they see the rest when the gesture ends. */
const maxShown = 200

export function showTransform(board: OpenBoard, objects: readonly BoardObject[], transform: Transform): void {
  board.overrides.set(shownDuring(objects, transform))
  board.live.sendPresence({ moving: motionsOf(objects.slice(0, maxShown), transform) })
}

export function endTransform(board: OpenBoard): void {
  board.overrides.set(noOverrides)
  board.guides.set(noGuides)
  board.gestureFrame.set(null)
  board.live.sendPresence({ moving: [] })
}

/** Their current state: others may have changed or deleted some meanwhile. */
export const currentOf = (board: OpenBoard, objects: readonly BoardObject[]): BoardObject[] =>
  objects.flatMap(({ id }) => board.live.get(id) ?? [])
