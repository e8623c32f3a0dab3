// Turns the emails and role ids of a request into members who can be assigned these roles, and mails them. Reports
// every invalid entry.

import { type FieldError, guestRole, ownerRole, workspaceRoles } from '@tessera/contract'
import { emailKey } from '../../accounts/identity/index.ts'
import { admitSomeMails, type MailLimits } from '../../accounts/mail/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import { badFields } from '../../platform/problems/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findMembersByEmail, type Member } from './workspace-user-store.ts'

/** An item of `users`; in Create both are optional. */
interface Item {
  readonly email?: string
  readonly workspace_role_id?: number
}

export interface Invitee {
  readonly user_id: number
  readonly email: string
  readonly workspace_role_id: number
  readonly isGuest: boolean
}

interface TargetWorkspace {
  readonly organization_id: number
  /** 0 for a workspace that is being created. */
  readonly workspace_id: number
  /** The owner of a workspace that is being created, who has no row yet. */
  readonly owner_id?: number
}

/** Items without an email are skipped. */
export async function getInvitees(tx: Tx, target: TargetWorkspace, items: readonly Item[]): Promise<Invitee[]> {
  const named = items.flatMap(({ email, ...rest }, index) =>
    email === undefined ? [] : [{ key: emailKey(email), field: `users[${index}]`, ...rest }],
  )
  if (named.length === 0) return []
  const members = await findMembersByEmail(
    tx,
    target,
    named.map(({ key }) => key),
  )
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const people = named.map(({ key, field, workspace_role_id = workspaceRoles.standard.id }) => {
    const member = members.get(key)
    const aboutPerson = seen.has(key) ? { message: 'is listed twice' } : inviteeError(member, target)
    const aboutRole = roleError(workspace_role_id)
    if (aboutPerson) errors.push({ field: `${field}.email`, ...aboutPerson })
    if (aboutRole) errors.push({ field: `${field}.workspace_role_id`, message: aboutRole })
    seen.add(key)
    return { ...(member as Member), workspace_role_id, isGuest: member?.organization_role_id === guestRole }
  })
  if (errors.length > 0) throw badFields(errors)
  return people
}

function inviteeError(member: Member | undefined, { owner_id }: TargetWorkspace): Omit<FieldError, 'field'> | null {
  if (!member) return { message: 'does not belong to a member of the organization', reason: 'not_a_member' }
  if (member.workspace_role_id !== null || member.user_id === owner_id)
    return { message: 'belongs to a user who already has a role in this workspace' }
  return null
}

/** Returns why a role cannot be assigned, or null if it can. */
export function roleError(workspace_role_id: number): string | null {
  if (!workspaceRoles.find(workspace_role_id)) return 'must be the id of a workspace role'
  return workspace_role_id === ownerRole ? 'cannot be Owner: transfer a workspace by updating its user_id' : null
}

interface WorkspaceInvitation {
  readonly workspace: { readonly id: number; readonly organization_id: number }
  readonly invited_by: number
  readonly limits: MailLimits
  readonly now: string
}

/**
 * Enqueues the mails. Throws TooManyRequests if none can be sent because of the limits on mail; of a long list, those
 * beyond a limit are not sent, and the people are in the workspace all the same.
 */
export async function enqueueWorkspaceInvitations(
  tx: Tx,
  people: readonly Invitee[],
  { workspace, invited_by, limits, now }: WorkspaceInvitation,
): Promise<void> {
  const { id: workspace_id, organization_id } = workspace
  const mails = people.map(({ user_id, email }) => ({
    user_id,
    recipient: emailKey(email),
    sender_id: invited_by,
    organization_id,
  }))
  const { admitted } = await admitSomeMails(tx, mails, limits, now)
  await enqueueJobs(
    tx,
    admitted.map(({ user_id }) => ({
      name: 'send-workspace-invitation',
      key: `mail:${user_id}`,
      payload: { user_id, workspace_id, invited_by },
    })),
    now,
  )
}
