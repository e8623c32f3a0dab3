// The default tool: selects and drags objects, resizes them, and opens them on double-click.

import type { BoardObject } from '@tessera/client'
import { linkAt } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { openAddress } from '../../actions/open-links.ts'
import { openObject } from '../../actions/placing/open-object.ts'
import { placeObject } from '../../actions/placing/place-object.ts'
import { kindPlacedByDoubleClick } from '../../kinds/index.ts'
import { canMove } from '../../objects/abilities.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import type { CommentPlace } from '../../state/comment-threads.ts'
import { objectAt } from '../../state/object-at.ts'
import { canEdit } from '../../state/rights.ts'
import { select, selectedObjects, selectUnit, toggle } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { badgeAt } from '../comment-badges.ts'
import { hoverDots } from '../dots.ts'
import { panAtEdges } from '../edge-panning.ts'
import { gripAt } from '../grips.ts'
import { cursorOf, type HeldHandle, handleAt } from '../handles.ts'
import { onceDragged, type ToolGesture } from '../tool-gesture.ts'
import { marqueeGesture } from './marquee-gesture.ts'
import { moveGesture } from './move-gesture.ts'
import { resizeGesture } from './resize-gesture.ts'
import { rotateGesture } from './rotate-gesture.ts'

export function selectTool(board: OpenBoard, view: BoardView): Tool {
  let gesture: ToolGesture | null = null

  function begin(pointer: ToolPointer): ToolGesture | null {
    const grip = gripAt(board, view, pointer)
    if (grip) return grip.begin()
    const badge = badgeAt(board, view, pointer, { isExact: true })
    if (badge) return click(() => openBadge(board, badge))
    const object = objectAt(board, view, pointer)
    const address = pointer.modKey && object ? linkAt(object, pointer.point) : null
    if (address) return click(() => openAddress(address))
    const held = canEdit(board) ? handleAt(board, view, pointer) : null
    // A double-click opens the object: for a finger, the handle of a small object covers all of it.
    const isOpened = pointer.clicks === 2 && held?.frame.objects.some(({ id }) => id === object?.id)
    const near = badgeAt(board, view, pointer)
    if (held && !isOpened) {
      const dragging = beginOnHandle(pointer, held)
      if (pointer.pointerType === 'mouse') return dragging
      // The handles have a larger area for a finger and cover what is beside them: a tap is meant for that.
      return onceDragged(pointer, dragging, () => {
        if (near) openBadge(board, near)
        else if (object) beginOnObject(pointer, object)?.up(pointer)
      })
    }
    if (near) return click(() => openBadge(board, near))
    if (!object) return beginOnBoard(pointer)
    if (pointer.clicks === 2) return click(() => enterOrOpen(board, object))
    return beginOnObject(pointer, object)
  }

  function beginOnHandle(pointer: ToolPointer, { frame, handle }: HeldHandle): ToolGesture {
    if (handle === 'rotate') return rotateGesture(board, pointer, frame)
    return panAtEdges(view, pointer, resizeGesture(board, view, pointer, frame, handle))
  }

  function beginOnBoard(pointer: ToolPointer): ToolGesture | null {
    if (pointer.clicks === 2 && canEdit(board))
      return click(() => placeObject(board, kindPlacedByDoubleClick, pointer.point))
    // A finger pans; a mouse or pen drags a selection rectangle.
    if (pointer.pointerType !== 'touch') return panAtEdges(view, pointer, marqueeGesture(board, view, pointer))
    select(board, [])
    return null
  }

  function beginOnObject(pointer: ToolPointer, object: BoardObject): ToolGesture | null {
    const wasSelected = board.selection.get().includes(object.id)
    if (pointer.shiftKey || pointer.modKey || board.isMultiSelect.get()) return click(() => toggle(board, object))
    if (!wasSelected) selectUnit(board, object)
    // A finger on an unselected object pans, so that nothing is dragged by accident.
    if (pointer.pointerType === 'touch' && !wasSelected) return null
    const chosen = () => (canEdit(board) ? selectedObjects(board) : [])
    const onClick = () => wasSelected && selectUnit(board, object)
    return panAtEdges(view, pointer, moveGesture(board, view, pointer, chosen, onClick))
  }

  return {
    down(pointer) {
      if (pointer.button !== 0) return false
      gesture = begin(pointer)
      return gesture !== null
    },
    move: pointer => gesture?.move(pointer),
    up(pointer) {
      gesture?.up(pointer)
      gesture = null
    },
    cancel() {
      gesture?.cancel()
      gesture = null
    },
    hover(pointer) {
      hoverDots(board, view, pointer)
      return pointer ? cursorFor(board, view, pointer) : undefined
    },
  }
}

/** Runs when the pointer is released. */
const click = (run: () => void): ToolGesture => ({ move() {}, up: run, cancel() {} })

/** The first double-click on an object of a group selects the object alone, the next one opens it. */
function enterOrOpen(board: OpenBoard, object: BoardObject): void {
  const isInside = !object.group || object.group === board.enteredGroup.get()
  if (isInside) openObject(board, object)
  else select(board, [object.id])
  if (!isInside) announce(board, useWorkspaceMessages.now().arranging.enteredGroup)
}

function openBadge(board: OpenBoard, place: CommentPlace) {
  select(board, 'objectId' in place ? [place.objectId] : [])
  board.commentPlace.set(place)
}

function cursorFor(board: OpenBoard, view: BoardView, pointer: ToolPointer): string {
  const grip = gripAt(board, view, pointer)
  if (grip) return grip.cursor
  if (badgeAt(board, view, pointer)) return 'pointer'
  const held = canEdit(board) ? handleAt(board, view, pointer) : null
  if (held) return cursorOf(held)
  const object = objectAt(board, view, pointer)
  if (pointer.modKey && object && linkAt(object, pointer.point)) return 'pointer'
  return object && canEdit(board) && canMove(object) ? 'move' : 'default'
}
