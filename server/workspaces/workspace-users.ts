// The people in a workspace: added, given another role, removed. Guests have flags of their own; the Owner is left alone.

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
import { forbidden, notFound } from '../access/access.ts'
import type { Tx } from '../db/database.ts'
import { recordWorkspaceEvents } from '../events/record-event.ts'
import type { WriteCall } from '../handler.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { getInvited, invitationJob, roleFault } from './invited-people.ts'
import { userHappening } from './workspace-happenings.ts'
import {
  deleteWorkspaceUser,
  findPersonIn,
  insertWorkspaceUsers,
  type PersonInWorkspace,
  setWorkspaceRole,
} from './workspace-user-store.ts'

type Calls = Operations['workspaces']

/** All of them or none. */
export async function addUsers(call: WriteCall<Calls['addUsers']>): Promise<number> {
  const { tx, caller, workspace, workspaceRole, body, now } = call
  const place = { organization_id: workspace.organization_id, workspace_id: workspace.id }
  const people = await getInvited(tx, place, body.users)
  for (const { isGuest, workspace_role_id } of people) {
    ask(workspaceRole, isGuest ? 'can_add_guest' : 'can_add_user')
    askToGive(workspaceRole, workspace_role_id)
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
  const added = people.map(person => userHappening('WORKSPACE_USER_ADD', person))
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id: caller.id, now }, added)
  await enqueueJobs(
    tx,
    people.map(({ user_id }) => invitationJob(workspace.id, user_id, caller.id)),
    now,
  )
  return people.length
}

export async function changeUserRole(call: WriteCall<Calls['updateUser']>): Promise<void> {
  const { tx, caller, workspace, workspaceRole, params, body, now } = call
  const person = await getPersonIn(tx, workspace.id, params.user_id as number)
  const { workspace_role_id } = body
  const fault = roleFault(workspace_role_id)
  if (fault) throw badField('workspace_role_id', fault)
  if (person.workspace_role_id === ownerRole) throw leaveOwner('given another role')
  ask(workspaceRole, isGuest(person) ? 'can_change_guest_role' : 'can_change_user_role')
  askToGive(workspaceRole, workspace_role_id)
  if (person.workspace_role_id === workspace_role_id) return
  await setWorkspaceRole(tx, {
    workspace_id: workspace.id,
    user_id: person.user_id,
    workspace_role_id,
    updated_at: now,
  })
  const changed = userHappening('WORKSPACE_USER_ROLE_CHANGE', { ...person, workspace_role_id })
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id: caller.id, now }, [changed])
}

export async function removeUser(call: WriteCall<Calls['removeUser']>): Promise<void> {
  const { tx, caller, workspace, workspaceRole, params, now } = call
  const person = await getPersonIn(tx, workspace.id, params.user_id as number)
  if (person.workspace_role_id === ownerRole) throw leaveOwner('removed')
  if (person.user_id !== caller.id) ask(workspaceRole, isGuest(person) ? 'can_remove_guest' : 'can_remove_user')
  await deleteWorkspaceUser(tx, workspace.id, person.user_id)
  const removed = userHappening('WORKSPACE_USER_REMOVE', person)
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id: caller.id, now }, [removed])
}

async function getPersonIn(tx: Tx, workspace_id: number, user_id: number): Promise<PersonInWorkspace> {
  const person = await findPersonIn(tx, workspace_id, user_id)
  if (!person) throw notFound('user in the workspace')
  return person
}

const isGuest = ({ organization_role_id }: PersonInWorkspace) => organization_role_id === guestRole

const leaveOwner = (what: string) => new Problem('BadRequest', `The Owner of a workspace cannot be ${what}`)

function ask(role: Role<WorkspaceFlag>, flag: WorkspaceFlag): void {
  if (!role.flags.has(flag)) throw forbidden(flag)
}

function askToGive(mine: Role<WorkspaceFlag>, workspace_role_id: number): void {
  if (!holdsAll(mine, workspaceRoles.get(workspace_role_id)))
    throw new Problem('ForbiddenError', 'Nobody gives a role that has rights they lack themselves')
}
