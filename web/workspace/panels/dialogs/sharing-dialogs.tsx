// Sharing and publishing from the board. The workspace is read when one of them opens, since others may have changed it.

import type { Workspace } from '@tessera/client'
import { useEffect, useState } from 'react'
import { useSession } from '../../../session/session.tsx'
import { sayFault } from '../../../ui/use-act.ts'
import { FetchedPart, laterPart } from '../../loading/lazy-part.tsx'
import { tell, useBoard } from '../../state/board.ts'

const shareDialog = laterPart(() => import('../../../sharing/share-dialog.tsx').then(found => found.ShareDialog))
const publishDialog = laterPart(() => import('../../../sharing/publish-dialog.tsx').then(found => found.PublishDialog))

export function SharingDialog({ onLost }: { onLost: () => void }) {
  const { client, me } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  const change = (next: Workspace | null) => (next ? setWorkspace(next) : window.location.assign('/'))
  return (
    <FetchedPart
      part={shareDialog}
      props={{ client, workspace, me, onChange: change, onClose: () => dialog.set(null) }}
      onLost={onLost}
    />
  )
}

export function PublishingDialog({ onLost }: { onLost: () => void }) {
  const { client } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  return (
    <FetchedPart
      part={publishDialog}
      props={{ client, workspace, onChange: setWorkspace, onClose: () => dialog.set(null) }}
      onLost={onLost}
    />
  )
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
