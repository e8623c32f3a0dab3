// From the addresses and role ids of a request to people who can be given these roles; every fault is named.

import { type FieldError, guestRole, ownerRole, workspaceRoles } from '@tessera/contract'
import { badFields } from '../check-value.ts'
import type { Tx } from '../db/database.ts'
import { emailKey } from '../identity/email-key.ts'
import type { NewJob } from '../jobs/job-store.ts'
import { findMembersByEmail, type Member } from './workspace-user-store.ts'

/** An item of `users`; in Create both are optional. */
interface Item {
  readonly email?: string
  readonly workspace_role_id?: number
}

export interface InvitedPerson {
  readonly user_id: number
  readonly email: string
  readonly workspace_role_id: number
  readonly isGuest: boolean
}

interface Place {
  readonly organization_id: number
  /** 0 for a workspace that is being made. */
  readonly workspace_id: number
  /** Who has a role there though no row says so yet. */
  readonly owner_id?: number
}

/** Items without an address are passed over. */
export async function getInvited(tx: Tx, place: Place, items: readonly Item[]): Promise<InvitedPerson[]> {
  const named = items.flatMap(({ email, ...rest }, index) =>
    email === undefined ? [] : [{ key: emailKey(email), field: `users[${index}]`, ...rest }],
  )
  if (named.length === 0) return []
  const members = await findMembersByEmail(
    tx,
    place,
    named.map(({ key }) => key),
  )
  const faults: FieldError[] = []
  const seen = new Set<string>()
  const people = named.map(({ key, field, workspace_role_id = workspaceRoles.standard.id }) => {
    const member = members.get(key)
    const aboutPerson = seen.has(key) ? 'is named twice' : personFault(member, place)
    const aboutRole = roleFault(workspace_role_id)
    if (aboutPerson) faults.push({ field: `${field}.email`, message: aboutPerson })
    if (aboutRole) faults.push({ field: `${field}.workspace_role_id`, message: aboutRole })
    seen.add(key)
    return { ...(member as Member), workspace_role_id, isGuest: member?.organization_role_id === guestRole }
  })
  if (faults.length > 0) throw badFields(faults)
  return people
}

function personFault(member: Member | undefined, { owner_id }: Place): string | null {
  if (!member) return 'belongs to no member of the organization'
  if (member.workspace_role_id !== null || member.user_id === owner_id) return 'belongs to somebody with a role here'
  return null
}

/** Why a role cannot be given to anybody in a workspace; null where it can. */
export function roleFault(workspace_role_id: number): string | null {
  if (!workspaceRoles.find(workspace_role_id)) return 'must be the id of a workspace role'
  return workspace_role_id === ownerRole ? 'cannot be Owner: a workspace is handed over by updating its user_id' : null
}

export const invitationJob = (workspace_id: number, user_id: number, invited_by: number): NewJob => ({
  name: 'send-workspace-invitation',
  key: `mail:${user_id}`,
  payload: { user_id, workspace_id, invited_by },
})
