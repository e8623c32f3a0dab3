// After an email change: pending invitations to the old address are void, and are sent to the new one.

import type { Tx } from '../db/database.ts'
import { voidInvitationLinks } from '../identity/mailed-links.ts'
import { enqueueInvitation } from './invite-member.ts'
import { listInvitations } from './member-store.ts'

/** In the organization of `by`, that user is named as the inviter; in others, the Owner is. */
export async function reinvite(
  tx: Tx,
  user_id: number,
  now: string,
  by?: { readonly organization_id: number; readonly user_id: number },
): Promise<void> {
  await voidInvitationLinks(tx, user_id)
  for (const { organization_id, owner_id } of await listInvitations(tx, user_id)) {
    const invited_by = by?.organization_id === organization_id ? by.user_id : owner_id
    await enqueueInvitation(tx, { organization_id, user_id }, invited_by, now)
  }
}
