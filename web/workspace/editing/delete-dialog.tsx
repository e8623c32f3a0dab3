// Asks once more before something that was uploaded is deleted: the file would have to be sent again.

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useBoard } from '../board/board.ts'
import { useSelected } from '../board/live-hooks.ts'
import { useWorkspaceWords } from '../workspace-words.ts'
import { deleteForGood } from './acts.ts'

export default function DeleteDialog() {
  const board = useBoard()
  const words = useWorkspaceWords()
  const selected = useSelected()
  return (
    <ConfirmDialog
      title={words.deleting.title(selected.length)}
      deed={words.selection.delete}
      onConfirm={async () => deleteForGood(board, selected)}
      onClose={() => board.dialog.set(null)}
    >
      <p>{words.deleting.why}</p>
    </ConfirmDialog>
  )
}
