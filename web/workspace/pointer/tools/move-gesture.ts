// Drags objects. They snap to others; everyone sees the drag live, and it becomes one change when it ends. With Alt, a
// copy is dragged instead, and the originals stay.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, boxAround } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { ToolPointer } from '../../../canvas/tool.ts'
import { moveObjects, objectsToMove } from '../../actions/changes/object-changes.ts'
import { duplicateObjects } from '../../actions/clipboard/paste.ts'
import { hasEnds } from '../../objects/abilities.ts'
import { copiesDuring } from '../../objects/copies.ts'
import { type Offset, roundedOffset } from '../../objects/moves.ts'
import { allParts } from '../../objects/snapping/snap-box.ts'
import { translation } from '../../objects/transform.ts'
import type { OpenBoard } from '../../state/board.ts'
import { currentOf, endTransform, showTransform } from '../show-transform.ts'
import { openSnapper } from '../snapping.ts'
import { isDrag, type ToolGesture } from '../tool-gesture.ts'

export function moveGesture(
  board: OpenBoard,
  view: BoardView,
  start: ToolPointer,
  chosen: () => readonly BoardObject[],
  onClick: () => void,
): ToolGesture {
  let drag: Drag | null = null

  return {
    move(pointer) {
      if (!drag && isDrag(start, pointer)) drag = openDrag(board, view, start, chosen())
      drag?.show(pointer)
    },
    up(pointer) {
      if (drag) drag.finish(pointer)
      else onClick()
    },
    cancel: () => endTransform(board),
  }
}

interface Drag {
  show(pointer: ToolPointer): void
  finish(pointer: ToolPointer): void
}

function openDrag(board: OpenBoard, view: BoardView, start: ToolPointer, chosen: readonly BoardObject[]): Drag {
  const moved = objectsToMove(board, chosen)
  const box = boxOf(moved) ?? boxOf(chosen)
  const ids = new Set(moved.map(({ id }) => id))
  const snappers = {
    move: openSnapper(board, view, id => ids.has(id)),
    copy: openSnapper(board, view, () => false),
  }

  function offsetTo(pointer: ToolPointer): Offset {
    const raw = { x: pointer.point.x - start.point.x, y: pointer.point.y - start.point.y }
    const isAcross = Math.abs(raw.x) > Math.abs(raw.y)
    const free = pointer.shiftKey ? { x: isAcross ? raw.x : 0, y: isAcross ? 0 : raw.y } : raw
    if (!box) return roundedOffset(free)
    const parts = {
      x: pointer.shiftKey && !isAcross ? [] : allParts,
      y: pointer.shiftKey && isAcross ? [] : allParts,
    }
    const placed = { ...box, x: box.x + free.x, y: box.y + free.y }
    const by = snappers[pointer.altKey ? 'copy' : 'move'].snap(placed, pointer, { parts, hasGaps: true })
    return roundedOffset({ x: free.x + by.x, y: free.y + by.y })
  }

  return {
    show(pointer) {
      const move = translation(offsetTo(pointer))
      if (!pointer.altKey) return showTransform(board, moved, move)
      board.overrides.set(copiesDuring(chosen, board.live.objects.values(), move))
      board.live.sendPresence({ moving: [] })
    },
    finish(pointer) {
      const offset = offsetTo(pointer)
      if (pointer.altKey) void duplicateObjects(board, currentOf(board, chosen), offset)
      else moveObjects(board, currentOf(board, moved), offset)
      endTransform(board)
    },
  }
}

/** Attached connectors reach as far as their objects. */
const boxOf = (objects: readonly BoardObject[]): Box | null =>
  boxAround(objects.filter(object => !hasEnds(object)).map(object => bounds(object)))
