// Audit entries about an account, such as a sign-in: one in each organization that the user has joined. Changes by others
// are also recorded where the user is only invited, as far as that organization sees them.

import type { AuditAction, AuditSubject } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { type AuditChange, hasAuditSince, recordAudit } from '../audit/index.ts'
import { listMemberships, listOrganizationNames, type UserRow } from './user-store.ts'

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

/** The columns that say whether an account was used. */
export type AccountUse = Pick<UserRow, 'id' | 'email' | 'password_hash' | 'last_login_at' | 'type'>

/** Whether the person was invited and has never used the account. */
export const isUnused = ({ password_hash, last_login_at, type }: Omit<AccountUse, 'id' | 'email'>) =>
  password_hash === null && last_login_at === null && type === 'person'

/** Records a change of details that an organization sees only once the person has joined, or if it alone invited them. */
export async function recordDetailsAudit(tx: Tx, user: AccountUse, entry: AccountAudit): Promise<void> {
  const memberships = await listMemberships(tx, user.id)
  const isOnlyInvited = isUnused(user) && memberships.length === 1
  const seeing = memberships.filter(one => one.invited_state === 'ACCEPTED' || isOnlyInvited)
  await recordAudit(tx, ...seeing.map(one => entryIn(one.organization_id, user, entry)))
}

/** Records a change of the address, which an organization sees of everyone it has invited, except in one of them. */
export async function recordAddressAudit(tx: Tx, user: Account, entry: AccountAudit, except?: number): Promise<void> {
  const memberships = await listMemberships(tx, user.id)
  const others = memberships.filter(one => one.organization_id !== except)
  await recordAudit(tx, ...others.map(one => entryIn(one.organization_id, user, entry)))
}

const entryIn = (organization_id: number, user: Account, entry: AccountAudit) => ({
  organization_id,
  actor_id: entry.actor_id === undefined ? user.id : entry.actor_id,
  action: entry.action,
  subject: entry.subject ?? ({ type: 'user', id: user.id, name: user.email } as const),
  changes: entry.changes ?? [],
  now: entry.now,
})
