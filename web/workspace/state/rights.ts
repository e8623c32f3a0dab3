// What a user may do on the board, by role.

import type { LiveWorkspace, WorkspaceRole } from '@tessera/client'
import { viewerRole } from '@tessera/contract'

export interface Rights {
  readonly canEdit: boolean
  readonly canComment: boolean
  readonly canRename: boolean
  readonly canListUsers: boolean
  readonly canPublish: boolean
  /** Includes those of others. */
  readonly canDeleteComments: boolean
}

export const rightsOf = (role: WorkspaceRole | null): Rights => ({
  canEdit: role?.can_edit_workspace ?? false,
  canComment: role !== null && (role.id !== viewerRole || role.can_edit_workspace),
  canRename: role?.can_edit_metadata ?? false,
  canListUsers: role?.can_list_users ?? false,
  canPublish: role?.can_change_publish_state ?? false,
  canDeleteComments: role?.can_delete_workspace ?? false,
})

export const canEdit = ({ live }: { readonly live: Pick<LiveWorkspace, 'role'> }): boolean =>
  rightsOf(live.role).canEdit
