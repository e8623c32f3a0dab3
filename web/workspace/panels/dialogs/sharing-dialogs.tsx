// Sharing and publishing from the board. The workspace is loaded when a dialog opens, because others may have changed
// it.

import type { Workspace } from '@tessera/client'
import { useEffect, useState } from 'react'
import { useSession } from '../../../session/session.tsx'
import { describeFailure } from '../../../ui/use-action.ts'
import { LazyView, lazyPart } from '../../loading/lazy-part.tsx'
import { notify, useBoard } from '../../state/board.ts'

const shareDialog = lazyPart(() => import('../../../sharing/share-dialog.tsx').then(found => found.ShareDialog))
const publishDialog = lazyPart(() => import('../../../sharing/publish-dialog.tsx').then(found => found.PublishDialog))

export function SharingDialog({ onLost }: { onLost: () => void }) {
  const { client, me } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  const change = (next: Workspace | null) => (next ? setWorkspace(next) : window.location.assign('/'))
  return (
    <LazyView
      part={shareDialog}
      props={{ client, workspace, me, onChange: change, onClose: () => dialog.set(null) }}
      onError={onLost}
    />
  )
}

export function PublishingDialog({ onLost }: { onLost: () => void }) {
  const { client } = useSession()
  const { dialog } = useBoard()
  const [workspace, setWorkspace] = useWorkspace()
  if (!workspace) return null
  return (
    <LazyView
      part={publishDialog}
      props={{ client, workspace, onChange: setWorkspace, onClose: () => dialog.set(null) }}
      onError={onLost}
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
        notify(board, await describeFailure(failure))
      },
    )
  }, [board])
  return [workspace, setWorkspace] as const
}
