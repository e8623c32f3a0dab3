// An address has changed: invitations that went to the old one are void, and go to the new one instead.

import type { Tx } from '../db/database.ts'
import { voidInvitationLinks } from '../identity/mailed-links.ts'
import { enqueueInvitation } from './invite-member.ts'
import { listInvitations } from './member-store.ts'

/** Where it was `by` who changed it, they are the one who invites; elsewhere it is the Owner. */
export async function inviteAnew(
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
