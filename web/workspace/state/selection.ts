// The selected objects.

import type { BoardObject } from '@tessera/client'
import { type Box, bounds, boxAround } from '@tessera/drawing'
import type { OpenBoard } from './board.ts'
import { groupAround, membersOf, unitOf } from './groups.ts'

export const selectedObjects = (board: OpenBoard): BoardObject[] =>
  board.selection.get().flatMap(id => board.live.get(id) ?? [])

/** On the board, as shown: dragged objects count at their current position. */
export function boundsOfSelection(board: OpenBoard): Box | null {
  const boxes = board.selection.get().flatMap(id => {
    const box = board.view.get()?.boundsOf(id) ?? null
    const object = board.live.get(id)
    return box ?? (object ? bounds(object) : null) ?? []
  })
  return boxAround(boxes)
}

export function select(board: OpenBoard, ids: readonly string[]): void {
  const before = board.selection.get()
  board.enteredGroup.set(groupAround(board.live, ids))
  if (ids.length === before.length && ids.every((id, index) => id === before[index])) return
  if (ids.length === 0) board.isMultiSelect.set(false)
  board.selection.set(ids)
}

/** Selects an object like a press on it: with its group, unless that was entered. */
export function selectUnit(board: OpenBoard, object: BoardObject): void {
  select(board, unitOf(board, object))
}

/** Adds the object to the selection or removes it, with its group unless that was entered. */
export function toggle(board: OpenBoard, object: BoardObject): void {
  const before = board.selection.get()
  const unit = unitOf(board, object)
  const rest = before.filter(id => !unit.includes(id))
  select(board, before.includes(object.id) ? rest : [...rest, ...unit])
}

/** Selects the whole of the entered group; false if there is none. */
export function leaveGroup(board: OpenBoard): boolean {
  const group = board.enteredGroup.get()
  if (group === null) return false
  select(board, membersOf(board.live, group))
  return true
}

/** Follows objects to their real ids, and drops deleted ones. */
export function keepSelectionCurrent(board: OpenBoard): () => void {
  return board.live.onChange(({ ids, renamed, isFullReload }) => {
    const before = board.selection.get()
    if (before.length === 0 || (!isFullReload && !before.some(id => ids.has(id) || renamed.has(id)))) return
    select(
      board,
      before.flatMap(id => {
        const now = renamed.get(id) ?? board.live.idOf(id)
        return board.live.get(now) ? [now] : []
      }),
    )
  })
}
