// Arranges the selected objects: aligns, distributes, tidies up, matches sizes, restacks and groups them. Each is one
// change and one step of undo.

import type { BoardObject, Change } from '@tessera/client'
import type { Box } from '@tessera/drawing'
import { isAttached } from '../../objects/abilities.ts'
import { type AlignSide, type Axis, alignUnits, distributeUnits } from '../../objects/arranging/align-units.ts'
import { type ArrangedUnit, arrangedUnitsOf, type UnitOffsets } from '../../objects/arranging/arranged-units.ts'
import { changesToMatchSize, type MatchedSide } from '../../objects/arranging/match-size.ts'
import { nextInStack } from '../../objects/arranging/next-in-stack.ts'
import { tidyUp } from '../../objects/arranging/tidy-up.ts'
import { withConnectors } from '../../objects/carried.ts'
import { changesToMove } from '../../objects/moves.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { boundsOfSelection, selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { applyChanges } from '../changes/object-changes.ts'

type Run = (board: OpenBoard) => void

export const align =
  (side: AlignSide): Run =>
  board =>
    arrange(board, units => alignUnits(units, side))

export const distribute =
  (axis: Axis): Run =>
  board =>
    arrange(board, units => distributeUnits(units, axis))

export const tidy: Run = board => arrange(board, tidyUp)

export const matchSize =
  (side: MatchedSide): Run =>
  board =>
    finish(board, changesToMatchSize(selectedObjects(board), side))

function arrange(board: OpenBoard, offsetsOf: (units: readonly ArrangedUnit[]) => UnitOffsets): void {
  const all = [...board.live.objects.values()]
  const offsets = offsetsOf(arrangedUnitsOf(selectedObjects(board), all))
  finish(
    board,
    [...offsets].flatMap(([{ objects }, by]) => changesToMove(withConnectors(objects, all), by)),
  )
}

export const restack =
  (to: 'front' | 'back'): Run =>
  board => {
    const ids = freeObjects(board).map(({ id }) => id)
    finish(board, [{ op: 'order', ids, to }])
  }

/** Over the next object that overlaps. */
export const restackByOne =
  (direction: 'forward' | 'backward'): Run =>
  board => {
    const moved = freeObjects(board)
    const next = nextInStack(moved, objectsNear(board, boundsOfSelection(board)), direction)
    const ids = moved.map(({ id }) => id)
    if (!next) announce(board, useWorkspaceMessages.now().arranging.nothingToPass)
    else finish(board, [{ op: 'order', ids, ...(direction === 'forward' ? { above: next.id } : { below: next.id }) }])
  }

export const group: Run = board => {
  const ids = freeObjects(board).map(({ id }) => id)
  if (ids.length > 1) finish(board, [{ op: 'group', ids }], useWorkspaceMessages.now().arranging.grouped(ids.length))
}

export const ungroup: Run = board => {
  const groups = new Set(selectedObjects(board).flatMap(object => object.group ?? []))
  const changes = [...groups].map((id): Change => ({ op: 'ungroup', group: id }))
  finish(board, changes, useWorkspaceMessages.now().arranging.ungrouped)
}

const freeObjects = (board: OpenBoard): BoardObject[] => selectedObjects(board).filter(object => !isAttached(object))

const objectsNear = (board: OpenBoard, box: Box | null): BoardObject[] =>
  box ? (board.view.get()?.objectsIn(box) ?? []).flatMap(({ id }) => board.live.get(id) ?? []) : []

function finish(board: OpenBoard, changes: readonly Change[], said?: string): void {
  const messages = useWorkspaceMessages.now().arranging
  const pending = applyChanges(board, changes)
  announce(board, pending ? (said ?? messages.arranged) : messages.alreadySo)
}
