// The dialogs of the page.

import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { type DialogName, notify, useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { PublishingDialog, SharingDialog } from './sharing-dialogs.tsx'

const shortcuts = lazyPart(() => import('./shortcut-sheet.tsx').then(found => found.default))
const palette = lazyPart(() => import('../palette/command-palette.tsx').then(found => found.default))
const exporting = lazyPart(() => import('../export/export-dialog.tsx').then(found => found.default))
const importing = lazyPart(() => import('../import/import-dialog.tsx').then(found => found.default))
const address = lazyPart(() => import('./address-dialog.tsx').then(found => found.default))

export function WorkspaceDialogs() {
  const board = useBoard()
  const open = useObservable(board.dialog)
  return (
    open && (
      <OpenDialog
        key={open}
        open={open}
        onLost={() => {
          board.dialog.set(null)
          notify(board, useWorkspaceMessages.now().connection.notFetched)
        }}
      />
    )
  )
}

function OpenDialog({ open, onLost }: { open: DialogName; onLost: () => void }) {
  switch (open) {
    case 'palette':
      return <LazyView part={palette} props={{}} onError={onLost} />
    case 'shortcuts':
      return <LazyView part={shortcuts} props={{}} onError={onLost} />
    case 'address':
      return <LazyView part={address} props={{}} onError={onLost} />
    case 'export':
      return <LazyView part={exporting} props={{}} onError={onLost} />
    case 'import':
      return <LazyView part={importing} props={{}} onError={onLost} />
    case 'sharing':
      return <SharingDialog onLost={onLost} />
    case 'publishing':
      return <PublishingDialog onLost={onLost} />
  }
}
