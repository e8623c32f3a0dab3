// Audit entries about an account, such as a sign-in: one in each organization that the user has joined.

import type { AuditAction, AuditSubject } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { type AuditChange, hasAuditSince, recordAudit } from '../audit/index.ts'
import { listOrganizationNames } from './user-store.ts'

export interface AccountAudit {
  readonly action: AuditAction
  readonly now: string
  /** The user, unless someone else acted; null for the operator. */
  readonly actor_id?: number | null
  /** The user, unless the entry is about something that belongs to them. */
  readonly subject?: { readonly type: AuditSubject; readonly id: number | string; readonly name: string }
  readonly changes?: readonly AuditChange[]
}

type Account = { readonly id: number; readonly email: string }

export async function recordAccountAudit(tx: Tx, user: Account, entry: AccountAudit): Promise<void> {
  const organizations = await listOrganizationNames(tx, user.id, null)
  await recordAudit(tx, ...organizations.map(({ id }) => entryIn(id, user, entry)))
}

/** Does the same, except in organizations that have an entry of this action for the user since then. */
export async function recordAccountAuditOnce(tx: Tx, user: Account, entry: AccountAudit, since: string): Promise<void> {
  for (const { id: organization_id } of await listOrganizationNames(tx, user.id, null)) {
    const known = { organization_id, action: entry.action, subject_id: String(user.id), since }
    if (!(await hasAuditSince(tx, known))) await recordAudit(tx, entryIn(organization_id, user, entry))
  }
}

const entryIn = (organization_id: number, user: Account, entry: AccountAudit) => ({
  organization_id,
  actor_id: entry.actor_id === undefined ? user.id : entry.actor_id,
  action: entry.action,
  subject: entry.subject ?? ({ type: 'user', id: user.id, name: user.email } as const),
  changes: entry.changes ?? [],
  now: entry.now,
})
