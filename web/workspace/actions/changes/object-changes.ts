// Changes of objects that can be undone. Each checks the right to edit, so that no shortcut and no menu bypasses the
// role.

import { type BoardObject, type Change, type KindName, maxChanges, type PendingChange } from '@tessera/client'
import { canMove, canUpdate, fieldOf } from '../../objects/abilities.ts'
import { withCarried, withConnectors } from '../../objects/carried.ts'
import { groupsWithPieces, piecesInGroups } from '../../objects/cut-groups.ts'
import { changesToMove, type Offset } from '../../objects/moves.ts'
import { withErasersApplied } from '../../objects/stored-erasers.ts'
import type { OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'

/** Null if there is nothing to change, or the user may not edit. */
export function applyChanges(board: OpenBoard, wanted: readonly Change[], gesture?: string): PendingChange | null {
  if (wanted.length === 0 || !canEdit(board)) return null
  const changes = withErasersApplied(wanted, board.live.objects)
  const pieces = piecesInGroups(changes, board.live.objects)
  if (pieces.size === 0) return apply(board, changes, gesture)
  const step = gesture ?? newStep()
  const pending = apply(board, changes, step)
  apply(board, groupsWithPieces(pieces, pending.ids, board.live.objects), step)
  return pending
}

function apply(board: OpenBoard, changes: readonly Change[], gesture: string | undefined): PendingChange {
  if (changes.length <= maxChanges) return board.history.change(changes, gesture)
  return applyInParts(board, changes, gesture ?? newStep())
}

let lastStep = 0

/** Several calls with the same name are one step of undo. */
const newStep = () => `step ${++lastStep}`

/** More changes than the service accepts at once are sent in parts. They are still one step of undo. */
function applyInParts({ history }: OpenBoard, changes: readonly Change[], gesture: string): PendingChange {
  const parts: PendingChange[] = []
  for (let start = 0; start < changes.length; start += maxChanges)
    parts.push(history.change(changes.slice(start, start + maxChanges), gesture))
  const results = Promise.all(parts.map(part => part.results)).then(all => all.flat())
  results.catch(() => {})
  return { ids: parts.flatMap(({ ids }) => ids), results }
}

export function createObject(board: OpenBoard, kind: KindName, data: Record<string, unknown>): string | null {
  return applyChanges(board, [{ op: 'create', kind, data }])?.ids[0] ?? null
}

export function updateObjects(
  board: OpenBoard,
  objects: readonly BoardObject[],
  data: Record<string, unknown>,
  gesture?: string,
): void {
  const changes = objects.flatMap((object): Change[] => {
    const changed = Object.entries(data).filter(
      ([name, value]) => canUpdate(object, name) && fieldOf(object, name) !== value,
    )
    return changed.length > 0 ? [{ op: 'update', id: object.id, data: Object.fromEntries(changed) }] : []
  })
  applyChanges(board, changes, gesture)
}

/** The objects that move together with these, without pinned ones. */
export function objectsToMove(board: OpenBoard, objects: readonly BoardObject[]): BoardObject[] {
  const all = [...board.live.objects.values()]
  return withConnectors(withCarried(objects.filter(canMove), all), all)
}

export function moveObjects(board: OpenBoard, objects: readonly BoardObject[], by: Offset, gesture?: string): void {
  applyChanges(board, changesToMove(objects, by), gesture)
}

export function deleteObjects(board: OpenBoard, objects: readonly BoardObject[]): void {
  if (!canEdit(board) || objects.length === 0) return
  board.selection.set([])
  applyChanges(
    board,
    objects.map(({ id }) => ({ op: 'delete', id })),
  )
}

export function togglePin(board: OpenBoard, objects: readonly BoardObject[]): void {
  const pinnable = objects.filter(object => canUpdate(object, 'pin'))
  const isPinning = pinnable.some(object => fieldOf(object, 'pin') !== true)
  updateObjects(board, pinnable, { pin: isPinning })
}
