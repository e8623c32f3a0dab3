// The dialogs of the page, fetched when they are first opened.

import { lazy, Suspense } from 'react'
import { useBoard } from '../board/board.ts'
import { useWatched } from '../watched.ts'

const dialogs = {
  shortcuts: lazy(() => import('../shortcuts/shortcut-sheet.tsx')),
  address: lazy(() => import('../frames/address-dialog.tsx')),
} as const

export function WorkspaceDialogs() {
  const { dialog } = useBoard()
  const open = useWatched(dialog)
  const Open = open ? dialogs[open as keyof typeof dialogs] : null
  return <Suspense>{Open && <Open />}</Suspense>
}
