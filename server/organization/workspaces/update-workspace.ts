// Updating a workspace's name, description and visibility, and transferring it. No event is recorded if nothing changes.

import type { Operations } from '@tessera/contract'
import { actorOf, type WorkspaceRow } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { recordWorkspaceEvents } from '../../board/index.ts'
import { transferWorkspace } from './transfer-workspace.ts'
import { workspaceEvent } from './workspace-events.ts'
import { updateWorkspaceRow } from './workspace-store.ts'

type UpdateCall = WriteCall<Operations['workspaces']['update']>

export async function updateWorkspace({ tx, caller, workspace, body, now }: UpdateCall): Promise<void> {
  const action = { workspace, actor_id: caller.id, now }
  const transferred = body.user_id === undefined ? [] : await transferWorkspace(tx, action, body.user_id)
  const after = { ...workspace, ...columnsOf(body) }
  const { name, description, public: isPublic } = after
  const isChanged = name !== workspace.name || description !== workspace.description || isPublic !== workspace.public
  if (isChanged) await updateWorkspaceRow(tx, workspace.id, { name, description, public: isPublic })
  const changed = isChanged ? [workspaceEvent('WORKSPACE_UPDATE', after)] : []
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, ...actorOf(caller), now }, [...changed, ...transferred])
}

const columnsOf = ({ name, description, public: isPublic }: UpdateCall['body']): Partial<WorkspaceRow> => ({
  ...(name === undefined ? {} : { name }),
  ...(description === undefined ? {} : { description }),
  ...(isPublic === undefined ? {} : { public: Number(isPublic) }),
})
