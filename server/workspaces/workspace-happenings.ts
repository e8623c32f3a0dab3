// What the log says of a workspace and of the people in it.

import type { workspaceEvents, workspaceUserEvents } from '@tessera/contract'
import type { WorkspaceEvent } from '../events/record-event.ts'

interface DescribedWorkspace {
  readonly uid: string
  readonly name: string
  readonly description: string
  readonly public: number
}

export const workspaceHappening = (
  type: (typeof workspaceEvents)[number],
  { uid, name, description, public: isPublic }: DescribedWorkspace,
): WorkspaceEvent => ({ type, data: { uid, name, description, public: isPublic === 1 } })

export const userHappening = (
  type: (typeof workspaceUserEvents)[number],
  { user_id: id, email, workspace_role_id }: { user_id: number; email: string; workspace_role_id: number },
): WorkspaceEvent => ({ type, data: { id, email, workspace_role_id } })
