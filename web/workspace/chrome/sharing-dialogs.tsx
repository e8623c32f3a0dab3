// Sharing and publishing from the board. The workspace is read when one of them opens, since others may have changed it.

import type { Workspace } from '@tessera/client'
import { lazy, useEffect, useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { sayFault } from '../../ui/use-act.ts'
import { tell, useBoard } from '../board/board.ts'

const ShareDialog = lazy(() => import('../../sharing/share-dialog.tsx').then(found => ({ default: found.ShareDialog })))
const PublishDialog = lazy(() =>
  import('../../sharing/publish-dialog.tsx').then(found => ({ default: found.PublishDialog })),
)

export function SharingDialog() {
  const { client, me } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  const change = (next: Workspace | null) => (next ? setWorkspace(next) : window.location.assign('/'))
  return <ShareDialog {...{ client, workspace, me }} onChange={change} onClose={() => dialog.set(null)} />
}

export function PublishingDialog() {
  const { client } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  return <PublishDialog {...{ client, workspace }} onChange={setWorkspace} onClose={() => dialog.set(null)} />
}

function useWorkspace() {
  const board = useBoard()
  const [workspace, setWorkspace] = useState<Workspace | null>(null)
  useEffect(() => {
    board.client.workspaces.get(board.uid).then(
      found => setWorkspace(found.workspace.properties),
      async failure => {
        board.dialog.set(null)
        tell(board, await sayFault(failure))
      },
    )
  }, [board])
  return [workspace, setWorkspace] as const
}
