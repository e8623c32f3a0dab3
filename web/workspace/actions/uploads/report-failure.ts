// Reports to the uploader if the server could not process a file, which is known only after the upload.

import type { BoardObject } from '@tessera/client'
import { fieldOf } from '../../objects/abilities.ts'
import { describeFailure } from '../../objects/describe-failure.ts'
import { notify, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

/** The object must be on the board. */
export function reportFailure(board: OpenBoard, id: string, name: string): void {
  const { live } = board
  function check(): boolean {
    const object = live.get(id)
    const messages = useWorkspaceMessages.now()
    const reason = object ? describeFailure(object, messages) : null
    if (reason !== null) notify(board, messages.uploads.failed(name, reason))
    return !object || reason !== null || isProcessed(object)
  }
  if (check()) return
  const stop = live.onChange(({ ids, isFullReload }) => (isFullReload || ids.has(id)) && check() && stop())
}

function isProcessed(object: BoardObject): boolean {
  const [state, pictures] = [fieldOf(object, 'state'), fieldOf(object, 'pictures')]
  return state === undefined ? Array.isArray(pictures) && pictures.length > 0 : state === 'ready'
}
