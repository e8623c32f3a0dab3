// Adding users to a workspace, changing their role, removing them. Guests need other flags; the Owner cannot be changed here.

import {
  badField,
  guestRole,
  holdsAll,
  type Operations,
  ownerRole,
  Problem,
  type Role,
  type WorkspaceFlag,
  workspaceRoles,
} from '@tessera/contract'
import { actorOf, forbidden, notFound } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { recordWorkspaceEvents } from '../../board/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { enqueueWorkspaceInvitations, getInvitees, roleError } from './invitees.ts'
import { workspaceUserEvent } from './workspace-events.ts'
import {
  deleteWorkspaceUser,
  findWorkspaceUser,
  insertWorkspaceUsers,
  setWorkspaceRole,
  type WorkspaceUser,
} from './workspace-user-store.ts'

type Calls = Operations['workspaces']

/** Adds all of them or none. */
export async function addUsers(call: WriteCall<Calls['addUsers']>): Promise<number> {
  const { tx, caller, workspace, workspaceRole, body, limits, now } = call
  const target = { organization_id: workspace.organization_id, workspace_id: workspace.id }
  const people = await getInvitees(tx, target, body.users)
  for (const { isGuest, workspace_role_id } of people) {
    requireFlag(workspaceRole, isGuest ? 'can_add_guest' : 'can_add_user')
    requireAssignable(workspaceRole, workspace_role_id)
  }
  await insertWorkspaceUsers(
    tx,
    people.map(({ user_id, workspace_role_id }) => ({
      workspace_id: workspace.id,
      user_id,
      workspace_role_id,
      created_at: now,
      updated_at: now,
    })),
  )
  const added = people.map(person => workspaceUserEvent('WORKSPACE_USER_ADD', person))
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, ...actorOf(caller), now }, added)
  await enqueueWorkspaceInvitations(tx, people, { workspace, invited_by: caller.id, limits, now })
  return people.length
}

export async function changeUserRole(call: WriteCall<Calls['updateUser']>): Promise<void> {
  const { tx, caller, workspace, workspaceRole, params, body, now } = call
  const person = await getWorkspaceUser(tx, workspace.id, params.user_id as number)
  const { workspace_role_id } = body
  const error = roleError(workspace_role_id)
  if (error) throw badField('workspace_role_id', error)
  if (person.workspace_role_id === ownerRole)
    throw ownerCannotBe('assigned another role: transfer the workspace instead')
  requireFlag(workspaceRole, isGuest(person) ? 'can_change_guest_role' : 'can_change_user_role')
  requireAssignable(workspaceRole, workspace_role_id)
  if (person.workspace_role_id === workspace_role_id) return
  await setWorkspaceRole(tx, {
    workspace_id: workspace.id,
    user_id: person.user_id,
    workspace_role_id,
    updated_at: now,
  })
  const changed = workspaceUserEvent('WORKSPACE_USER_ROLE_CHANGE', { ...person, workspace_role_id })
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, ...actorOf(caller), now }, [changed])
}

export async function removeUser(call: WriteCall<Calls['removeUser']>): Promise<void> {
  const { tx, caller, workspace, workspaceRole, params, now } = call
  const person = await getWorkspaceUser(tx, workspace.id, params.user_id as number)
  if (person.workspace_role_id === ownerRole) throw ownerCannotBe('removed')
  if (person.user_id !== caller.id) requireFlag(workspaceRole, isGuest(person) ? 'can_remove_guest' : 'can_remove_user')
  await deleteWorkspaceUser(tx, workspace.id, person.user_id)
  const removed = workspaceUserEvent('WORKSPACE_USER_REMOVE', person)
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, ...actorOf(caller), now }, [removed])
}

async function getWorkspaceUser(tx: Tx, workspace_id: number, user_id: number): Promise<WorkspaceUser> {
  const person = await findWorkspaceUser(tx, workspace_id, user_id)
  if (!person) throw notFound('user in the workspace')
  return person
}

const isGuest = ({ organization_role_id }: WorkspaceUser) => organization_role_id === guestRole

const ownerCannotBe = (what: string) => new Problem('BadRequest', `The Owner of a workspace cannot be ${what}`)

function requireFlag(role: Role<WorkspaceFlag>, flag: WorkspaceFlag): void {
  if (!role.flags.has(flag)) throw forbidden(flag)
}

function requireAssignable(mine: Role<WorkspaceFlag>, workspace_role_id: number): void {
  if (!holdsAll(mine, workspaceRoles.get(workspace_role_id)))
    throw new Problem('ForbiddenError', 'You cannot assign a role with more rights than your own')
}
