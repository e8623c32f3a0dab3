// Makes the result of an import one step of undo, as soon as all of it is on the board.

import type { OpenBoard } from '../../state/board.ts'

/** The live events arrive before or after the reply that the import is done. */
const maxWaitMs = 10_000

/** False if none of it is on the board. */
export async function recordImport(board: OpenBoard, ids: readonly string[], name: string): Promise<boolean> {
  await areThere(board, ids)
  const found = ids.filter(id => board.live.get(id) !== undefined)
  if (found.length === 0) return false
  board.history.recordCreated(found, name)
  board.history.endGesture()
  return true
}

/** Resolves after a while even if some never appear: others may have deleted them. */
function areThere({ live }: OpenBoard, ids: readonly string[]): Promise<void> {
  const missing = new Set(ids.filter(id => live.get(id) === undefined))
  if (missing.size === 0) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, maxWaitMs)
    const stop = live.onChange(({ ids: changed, isFullReload }) => {
      for (const id of isFullReload ? [...missing] : changed) if (live.get(id)) missing.delete(id)
      if (missing.size === 0) end()
    })
  })
}
