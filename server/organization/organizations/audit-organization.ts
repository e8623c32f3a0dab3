// Audit entries for changes to an organization and its members.

import { type AuditAction, type OrganizationSetting, organizationSettings, settingOf } from '@tessera/contract'
import { type AuditChange, changesBetween, recordAudit } from '../../accounts/audit/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import type { OrganizationRow } from './organization-store.ts'

interface AuditContext {
  readonly tx: Tx
  readonly caller: { readonly id: number }
  readonly organization: { readonly id: number; readonly name: string }
  readonly now: string
}

export const recordMemberAudit = (
  { tx, caller, organization, now }: AuditContext,
  action: AuditAction,
  member: { readonly id: number; readonly email: string },
  changes: readonly AuditChange[] = [],
): Promise<void> =>
  recordAudit(tx, {
    organization_id: organization.id,
    actor_id: caller.id,
    action,
    subject: { type: 'user', id: member.id, name: member.email },
    changes,
    now,
  })

export const recordOrganizationAudit = (
  { tx, caller, organization, now }: AuditContext,
  action: AuditAction,
  changes: readonly AuditChange[] = [],
): Promise<void> =>
  recordAudit(tx, {
    organization_id: organization.id,
    actor_id: caller.id,
    action,
    subject: { type: 'organization', id: organization.id, name: organization.name },
    changes,
    now,
  })

type Settings = Partial<Pick<OrganizationRow, 'name' | 'metadata' | 'is_guest_invite_requires_approval'>>

/** Metadata may be long and confidential, so only its settings are recorded, plus the fact that it changed. */
export function settingChanges(before: OrganizationRow, { metadata, ...after }: Settings): AuditChange[] {
  const approval = (row: Settings) =>
    row.is_guest_invite_requires_approval === undefined ? undefined : row.is_guest_invite_requires_approval === 1
  const fields = (row: Settings) => ({ name: row.name, is_guest_invite_requires_approval: approval(row) })
  const settings = (text: string) => {
    const entries = JSON.parse(text) as { key: string; value: string }[]
    const keys = Object.keys(organizationSettings) as OrganizationSetting[]
    return Object.fromEntries(keys.map(key => [key, settingOf(entries, key)]))
  }
  const hasNewMetadata = metadata !== undefined && metadata !== before.metadata
  return [
    ...changesBetween(fields(before), fields(after)),
    ...(hasNewMetadata ? changesBetween(settings(before.metadata), settings(metadata)) : []),
    ...(hasNewMetadata ? [{ field: 'metadata', before: null, after: null }] : []),
  ]
}
