// Which objects are chosen. Whatever else was open about another object closes with it.

import type { Board } from './board.ts'

export function select(board: Board, ids: readonly string[]): void {
  const before = board.selection.get()
  if (ids.length === before.length && ids.every((id, index) => id === before[index])) return
  if (ids.length === 0) board.isAdding.set(false)
  board.selection.set(ids)
}

export function toggle(board: Board, id: string): void {
  const before = board.selection.get()
  select(board, before.includes(id) ? before.filter(one => one !== id) : [...before, id])
}

/** The selection follows objects whose ids change when the service names them, and lets go of those that are gone. */
export function followChanges(board: Board): () => void {
  return board.live.onChange(({ ids, renamed, isWhole }) => {
    const before = board.selection.get()
    if (before.length === 0 || (!isWhole && !before.some(id => ids.has(id) || renamed.has(id)))) return
    select(
      board,
      before.flatMap(id => {
        const now = renamed.get(id) ?? board.live.idOf(id)
        return board.live.get(now) ? [now] : []
      }),
    )
  })
}
