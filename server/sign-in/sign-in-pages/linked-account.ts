// The account that a mailed link belongs to.

import { findUserById, type UserRow } from '../../accounts/identity/index.ts'
import { findMailedLink, type MailedLinkRow } from '../../accounts/mailed-links/index.ts'
import type { FormCall } from '../../accounts/sessions/index.ts'
import type { Database } from '../../platform/sql/index.ts'

export interface LinkedAccount {
  readonly link: MailedLinkRow
  readonly user: UserRow
}

/** Returns null if the link is void, or its user is locked or archived. */
export async function findLinkedAccount(
  db: Database,
  purpose: MailedLinkRow['purpose'],
  { query, now }: FormCall,
): Promise<LinkedAccount | null> {
  const link = await findMailedLink(db.read, purpose, query.get('token') ?? '', now)
  const user = link && (await findUserById(db.read, link.user_id))
  return link && user && user.locked_at === null && user.archived === 0 ? { link, user } : null
}
