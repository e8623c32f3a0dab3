// Makes an upload a step of undo as soon as the object is on the board.

import type { OpenBoard } from '../../state/board.ts'

/** False if the object never appeared. */
export async function recordUpload(board: OpenBoard, id: string, gesture: string): Promise<boolean> {
  if (!(await isThere(board, id))) return false
  board.history.recordCreated([id], gesture)
  return true
}

/**
 * The response to the upload and the live event arrive in any order. False if the object was deleted or the board
 * closed.
 */
function isThere({ live }: OpenBoard, id: string): Promise<boolean> {
  if (live.get(id) || live.state === 'closed') return Promise.resolve(live.state !== 'closed')
  return new Promise(resolve => {
    const end = (isFound: boolean) => {
      for (const stop of stops) stop()
      resolve(isFound)
    }
    const stops = [
      live.onChange(({ ids }) => ids.has(id) && end(live.get(id) !== undefined)),
      live.onState(state => state === 'closed' && end(false)),
    ]
  })
}
