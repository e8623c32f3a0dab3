// Reports to the uploader if the service could not process a file, which is known only after the upload is done.

import type { BoardObject } from '@tessera/client'
import { fieldOf } from '../../objects/abilities.ts'
import { describeFailure } from '../../objects/describe-failure.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'

/** The object must be on the board. */
export function reportFailure(board: OpenBoard, id: string, name: string): void {
  const { live } = board
  function look(): boolean {
    const object = live.get(id)
    const words = useWorkspaceWords.now()
    const why = object ? describeFailure(object, words) : null
    if (why !== null) notify(board, words.uploads.failed(name, why))
    return !object || why !== null || isMade(object)
  }
  if (look()) return
  const stop = live.onChange(({ ids, isFullReload: isWhole }) => (isWhole || ids.has(id)) && look() && stop())
}

function isMade(object: BoardObject): boolean {
  const [state, pictures] = [fieldOf(object, 'state'), fieldOf(object, 'pictures')]
  return state === undefined ? Array.isArray(pictures) && pictures.length > 0 : state === 'ready'
}
