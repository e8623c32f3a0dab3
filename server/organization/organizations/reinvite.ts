// After an email change: pending invitations to the old address are void, and are sent to the new one.

import type { MailLimits } from '../../accounts/mail/index.ts'
import { voidInvitationLinks } from '../../accounts/mailed-links/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { enqueueInvitation, sendInvitation } from './invite-member.ts'
import { listInvitations } from './member-store.ts'

/** The user whose request sends the invitations, and the limits on that. */
export interface MailSender {
  readonly id: number
  readonly limits: MailLimits
}

interface ReinviteOptions {
  /** In the organization of `by`, that user is named as the inviter; in others, the Owner is. */
  readonly by?: { readonly organization_id: number; readonly user_id: number } | undefined
  /** Omitted if the address is already proven to belong to the user. */
  readonly sender?: MailSender | undefined
}

export async function reinvite(
  tx: Tx,
  user_id: number,
  now: string,
  { by, sender }: ReinviteOptions = {},
): Promise<void> {
  await voidInvitationLinks(tx, user_id)
  for (const { organization_id, owner_id } of await listInvitations(tx, user_id)) {
    const invited_by = by?.organization_id === organization_id ? by.user_id : owner_id
    const key = { organization_id, user_id }
    if (sender) await sendInvitation(tx, key, sender.id, { invited_by, limits: sender.limits, now })
    else await enqueueInvitation(tx, key, invited_by, now)
  }
}
