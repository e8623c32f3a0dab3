// What the caller of a request may do in its workspace, computed from the row that was read for the batch.

import {
  applicationRoles,
  ownerRole,
  type Role,
  type Scope,
  type WorkspaceFlag,
  type WorkspaceRight,
  workspaceRoles,
} from '@tessera/contract'
import {
  type Caller,
  callerOf,
  isValid,
  requireScopes,
  type WorkspaceAccessColumns,
  workspaceAccessOf,
} from '../../accounts/access/index.ts'
import type { ChangeRequest } from './change-request.ts'

export interface BoardAccess {
  readonly caller: Caller
  readonly role: Role<WorkspaceFlag>
}

export function accessIn(row: WorkspaceAccessColumns, right: WorkspaceRight): BoardAccess {
  const caller = callerOf(row)
  requireScopes(caller, [scopeOf(right)])
  const { workspaceRole: role } = workspaceAccessOf(row, { rights: [right], deleted: false }, caller)
  return { caller, role }
}

/** Objects created by a user who has lost access since are removed in that user's name. */
export function removalAccess(row: WorkspaceAccessColumns, { claim }: ChangeRequest): BoardAccess {
  const caller = isValid(row) ? callerOf(row) : { ...nobody, id: claim.user_id }
  return { caller, role: workspaceRoles.get(ownerRole) }
}

const nobody: Omit<Caller, 'id'> = {
  email: '',
  first_name: '',
  last_name: '',
  type: 'person',
  role: applicationRoles.get(3),
  scope: '',
  grant_kind: 'session',
  only_workspace_id: null,
  via: null,
}

export const scopeOf = (right: WorkspaceRight): Scope => (right === 'comment' ? 'comment' : 'write')

/** Computed once for each caller and right of a batch. A refusal is thrown again for each request. */
export function memoizeAccessIn(): typeof accessIn {
  const found = new Map<WorkspaceAccessColumns, Map<WorkspaceRight, BoardAccess>>()
  return (row, right) => {
    const known = found.get(row)?.get(right)
    if (known) return known
    const access = accessIn(row, right)
    found.set(row, (found.get(row) ?? new Map<WorkspaceRight, BoardAccess>()).set(right, access))
    return access
  }
}

export const personalGrant = ({ caller }: BoardAccess, { claim }: ChangeRequest): string | null =>
  caller.grant_kind === 'personal' ? claim.grant_id : null
