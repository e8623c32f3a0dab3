// The event data of a workspace and of its users.

import type { EventTypeWith } from '@tessera/contract'
import type { WorkspaceEvent } from '../../board/index.ts'

interface DescribedWorkspace {
  readonly uid: string
  readonly name: string
  readonly description: string
  readonly public: number
}

export const workspaceEvent = (
  type: EventTypeWith<'workspace'>,
  { uid, name, description, public: isPublic }: DescribedWorkspace,
): WorkspaceEvent => ({ type, data: { uid, name, description, public: isPublic === 1 } })

export const workspaceUserEvent = (
  type: EventTypeWith<'workspace_user'>,
  { user_id: id, email, workspace_role_id }: { user_id: number; email: string; workspace_role_id: number },
): WorkspaceEvent => ({ type, data: { id, email, workspace_role_id } })
