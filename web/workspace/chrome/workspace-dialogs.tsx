// The dialogs of the page, fetched when they are first opened.

import { type ComponentType, lazy, Suspense } from 'react'
import { type DialogName, useBoard } from '../board/board.ts'
import { useWatched } from '../watched.ts'
import { PublishingDialog, SharingDialog } from './sharing-dialogs.tsx'

const dialogs = {
  shortcuts: lazy(() => import('../shortcuts/shortcut-sheet.tsx')),
  address: lazy(() => import('../frames/address-dialog.tsx')),
  sharing: SharingDialog,
  publishing: PublishingDialog,
} satisfies Record<DialogName, ComponentType>

export function WorkspaceDialogs() {
  const { dialog } = useBoard()
  const open = useWatched(dialog)
  const Open = open ? dialogs[open] : null
  return <Suspense>{Open && <Open />}</Suspense>
}
