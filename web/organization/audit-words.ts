// The entries of the audit list in words.

import type { AuditEntry } from '@tessera/client'

export const sayAct = (action: AuditEntry['action']): string => acts[action]

const acts: Record<AuditEntry['action'], string> = {
  ORGANIZATION_CREATED: 'made the organization',
  ORGANIZATION_UPDATED: 'changed the settings of',
  ORGANIZATION_HANDED_OVER: 'handed the organization over to',
  MEMBER_INVITED: 'invited',
  MEMBER_INVITED_AGAIN: 'sent the invitation again to',
  MEMBER_APPROVED: 'approved',
  MEMBER_JOINED: 'accepted the invitation of',
  MEMBER_UPDATED: 'changed the details of',
  MEMBER_ROLE_CHANGED: 'changed the role of',
  MEMBER_REMOVED: 'removed',
  INVITATION_WITHDRAWN: 'withdrew the invitation of',
  USER_LOCKED: 'locked',
  USER_UNLOCKED: 'unlocked',
  APPLICATION_WHITELISTED: 'whitelisted the application',
  APPLICATION_WITHDRAWN: 'withdrew the application',
  WORKSPACE_CREATED: 'made the workspace',
  WORKSPACE_HANDED_OVER: 'handed over the workspace',
  WORKSPACE_PUBLISHED: 'published the workspace',
  WORKSPACE_UNPUBLISHED: 'took back the published workspace',
  WORKSPACE_DELETED: 'deleted the workspace',
  WORKSPACE_ERASED: 'deleted for good the workspace',
  WORKSPACE_RESTORED: 'restored the workspace',
}

export function sayChange({ field, before, after }: AuditEntry['changes'][number]): string {
  const name = fields[field] ?? field
  if (before === null && after === null) return `${name} changed`
  if (before === null || before === '') return `${name}: ${sayValue(after)}`
  return `${name}: ${sayValue(before)} → ${sayValue(after)}`
}

const sayValue = (value: string | null): string => values[value ?? ''] ?? (value as string)

const values: Readonly<Record<string, string>> = { '': 'none', true: 'yes', false: 'no' }

const fields: Readonly<Record<string, string>> = {
  name: 'Name',
  metadata: 'Metadata',
  is_guest_invite_requires_approval: 'Guests need approval',
  organization_role: 'Role',
  workspace_owner: 'Owner',
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone',
  email: 'Email',
}
