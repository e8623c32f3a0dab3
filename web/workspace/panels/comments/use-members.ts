// The members of the workspace, loaded once.

import type { WorkspaceUser } from '@tessera/client'
import { useEffect, useState } from 'react'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useRights } from '../../state/live-hooks.ts'

const reading = new WeakMap<OpenBoard, Promise<readonly WorkspaceUser[]>>()

export function useMembers(): readonly WorkspaceUser[] {
  const board = useBoard()
  const { canListUsers } = useRights()
  const [members, setMembers] = useState<readonly WorkspaceUser[]>([])
  useEffect(() => {
    if (!canListUsers) return
    let isShown = true
    read(board).then(
      found => isShown && setMembers(found),
      () => reading.delete(board),
    )
    return () => {
      isShown = false
    }
  }, [board, canListUsers])
  return members
}

function read(board: OpenBoard): Promise<readonly WorkspaceUser[]> {
  const known = reading.get(board) ?? board.client.workspaces.listUsers(board.uid).then(list => list.workspace_users)
  reading.set(board, known)
  return known
}
