// What the user can do with the people of a workspace, as far as the dialog needs it to offer actions. The server
// decides.

import type { Workspace, WorkspaceFlag, WorkspaceUser } from '@tessera/client'
import { ownerRole, workspaceRoles } from '@tessera/contract/permissions'

export interface SharingRights {
  readonly has: (flag: WorkspaceFlag) => boolean
  readonly mayAdd: boolean
  readonly mayAddPerson: (person: Pick<WorkspaceUser, 'is_guest'>) => boolean
  /** The ids of the roles they can assign, the most powerful first. */
  readonly gives: readonly number[]
  readonly mayChange: (person: WorkspaceUser) => boolean
  readonly mayRemove: (person: WorkspaceUser) => boolean
}

export function sharingRightsOf(role: Workspace['workspace_role'], my_id: number): SharingRights {
  const has = (flag: WorkspaceFlag) => role[flag] === true
  // Members who have access only because the workspace is open to the organization have no role to change.
  const isFixed = ({ workspace_role_id, has_role }: WorkspaceUser) => workspace_role_id === ownerRole || !has_role
  return {
    has,
    mayAdd: has('can_add_user') || has('can_add_guest'),
    mayAddPerson: ({ is_guest }) => has(is_guest ? 'can_add_guest' : 'can_add_user'),
    gives: workspaceRoles.all.filter(({ id, flags }) => id !== ownerRole && [...flags].every(has)).map(({ id }) => id),
    mayChange: person => !isFixed(person) && has(person.is_guest ? 'can_change_guest_role' : 'can_change_user_role'),
    mayRemove: person =>
      !isFixed(person) && (person.id === my_id || has(person.is_guest ? 'can_remove_guest' : 'can_remove_user')),
  }
}

export const standardRole = workspaceRoles.standard.id
