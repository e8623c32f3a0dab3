// The dialogs of the page.

import { FetchedPart, laterPart } from '../../loading/lazy-part.tsx'
import { type DialogName, tell, useBoard } from '../../state/board.ts'
import { useWatched } from '../../state/observable.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { PublishingDialog, SharingDialog } from './sharing-dialogs.tsx'

const shortcuts = laterPart(() => import('./shortcut-sheet.tsx').then(found => found.default))
const address = laterPart(() => import('./address-dialog.tsx').then(found => found.default))

export function WorkspaceDialogs() {
  const board = useBoard()
  const open = useWatched(board.dialog)
  return (
    open && (
      <OpenDialog
        key={open}
        open={open}
        onLost={() => {
          board.dialog.set(null)
          tell(board, useWorkspaceWords.now().connection.notFetched)
        }}
      />
    )
  )
}

function OpenDialog({ open, onLost }: { open: DialogName; onLost: () => void }) {
  switch (open) {
    case 'shortcuts':
      return <FetchedPart part={shortcuts} props={{}} onLost={onLost} />
    case 'address':
      return <FetchedPart part={address} props={{}} onLost={onLost} />
    case 'sharing':
      return <SharingDialog onLost={onLost} />
    case 'publishing':
      return <PublishingDialog onLost={onLost} />
  }
}
