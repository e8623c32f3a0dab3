// Makes what was uploaded a step of undo, as soon as the board shows it: before that there is nothing to take back.

import type { OpenBoard } from '../../state/board.ts'

/** False where it never came to that. */
export async function recordUpload(board: OpenBoard, id: string, gesture: string): Promise<boolean> {
  if (!(await isThere(board, id))) return false
  board.history.recordCreated([id], gesture)
  return true
}

/** The answer to an upload and what the live connection tells come in any order. False where it is gone again, or the board closed. */
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
