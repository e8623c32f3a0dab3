// Changing an email address. A person who controls the address controls the account, so a new one takes effect only
// once the signed-in user confirms the link mailed to it; until then it is pending and blocks nobody. Someone who was
// invited and has never signed in has nothing to protect yet: they are invited at the new address.

import { badField } from '@tessera/contract'
import type { Caller } from '../../accounts/access/index.ts'
import {
  cancelEmailChange,
  emailKey,
  findUserById,
  findUserByKey,
  isUnused,
  listMemberships,
  lockUser,
  recordAccountAudit,
  recordAddressAudit,
  type UserRow,
  updateUser,
  updateUserDetails,
} from '../../accounts/identity/index.ts'
import {
  enqueueEmailChanged,
  enqueueEmailConfirmation,
  enqueueEmailRequested,
  type MailLimits,
  requireMailAllowance,
} from '../../accounts/mail/index.ts'
import {
  consumeLink,
  type MailedLinkRow,
  voidEmailLinks,
  voidPasswordLinks,
} from '../../accounts/mailed-links/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { requireRightsOfInvitations } from './invitation-rights.ts'
import type { MemberKey } from './member-store.ts'
import { type MailSender, reinvite } from './reinvite.ts'

interface EmailRequest {
  readonly user_id: number
  readonly email: string
  readonly caller: Caller
  readonly limits: MailLimits
  readonly now: string
  /** Set if a member is updated: invitations of that organization name this inviter. */
  readonly by?: MemberKey
}

/** Returns true if the address takes effect at once, false if it has to be confirmed or is unchanged. */
export async function requestEmailChange(tx: Tx, request: EmailRequest): Promise<boolean> {
  const { email, now } = request
  await lockUser(tx, request.user_id)
  const user = (await findUserById(tx, request.user_id)) as UserRow
  const isSameMailbox = emailKey(email) === user.email_key
  if (isSameMailbox && user.pending_email !== null) await cancelEmailChange(tx, user.id, now)
  if (email === user.email) return false
  if (isSameMailbox || (await isOnlyInvited(tx, user))) {
    const { caller, limits } = request
    if (caller.id !== user.id) await requireRightsOfInvitations(tx, caller, user.id)
    await applyEmail(tx, user, { ...request, actor_id: caller.id, sender: { id: caller.id, limits } })
    return true
  }
  await requestConfirmation(tx, user, request)
  return false
}

async function isOnlyInvited(db: Reader, user: UserRow): Promise<boolean> {
  if (!isUnused(user)) return false
  const memberships = await listMemberships(db, user.id)
  return memberships.length > 0 && memberships.every(one => one.invited_state === 'PENDING_INVITE')
}

async function requestConfirmation(tx: Tx, user: UserRow, request: EmailRequest): Promise<void> {
  const { email, caller, limits, now, by } = request
  if (await findUserByKey(tx, emailKey(email))) throw badField('email', 'belongs to another user')
  // Nobody has confirmed yet that they want mail at this address.
  const mail = { sender_id: caller.id, organization_id: by?.organization_id ?? null, recipient: emailKey(email) }
  await requireMailAllowance(tx, [mail], limits, now)
  const isRepeated = user.pending_email === email
  await updateUser(tx, user.id, { pending_email: email, updated_at: now })
  await voidEmailLinks(tx, user.id)
  await enqueueEmailConfirmation(tx, user.id, email, now)
  if (isRepeated) return
  await enqueueEmailRequested(tx, { user_id: user.id, old_email: user.email, new_email: email }, now)
  const changes = emailChange(user, email)
  await recordAccountAudit(tx, user, { action: 'USER_EMAIL_REQUESTED', actor_id: caller.id, changes, now })
}

/** `void` if the link was used or replaced, `taken` if the address now belongs to another account. */
export type EmailConfirmation = 'changed' | 'void' | 'taken'

/** The user who opened the link is signed in and has confirmed who they are. */
export async function confirmEmailChange(tx: Tx, link: MailedLinkRow, now: string): Promise<EmailConfirmation> {
  await lockUser(tx, link.user_id)
  const user = await findUserById(tx, link.user_id)
  const email = link.email
  if (!user || email === null || user.pending_email !== email) return 'void'
  const holder = await findUserByKey(tx, emailKey(email))
  if (holder && holder.id !== user.id) return 'taken'
  if (!(await consumeLink(tx, link.hash, now))) return 'void'
  await applyEmail(tx, user, { email, actor_id: user.id, now })
  return 'changed'
}

/**
 * Links in the old mailbox become void, and it is notified. Open invitations go to the new address. The organization of
 * `by` has an audit entry of its own.
 */
async function applyEmail(tx: Tx, user: UserRow, { email, actor_id, now, by, sender }: EmailChange): Promise<void> {
  const entry = { action: 'USER_EMAIL_CHANGED', actor_id, changes: emailChange(user, email), now } as const
  await recordAddressAudit(tx, user, entry, by?.organization_id)
  await updateUserDetails(tx, user.id, { email }, now)
  await cancelEmailChange(tx, user.id, now)
  await voidPasswordLinks(tx, user.id)
  await reinvite(tx, user.id, now, { by, sender })
  if (emailKey(email) !== user.email_key) await enqueueEmailChanged(tx, user.id, user.email, now)
}

interface EmailChange extends Pick<EmailRequest, 'email' | 'now' | 'by'> {
  readonly actor_id: number
  /** Omitted if the user has confirmed the address. */
  readonly sender?: MailSender
}

const emailChange = (user: UserRow, email: string) => [{ field: 'email', before: user.email, after: email }]
