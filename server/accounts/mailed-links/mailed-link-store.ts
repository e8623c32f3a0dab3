// The SQL of mailed links.

import type { Selectable } from 'kysely'
import type { MailedLinkTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type MailedLinkRow = Selectable<MailedLinkTable>

export async function insertLink(tx: Tx, row: MailedLinkRow): Promise<void> {
  await tx.insertInto('mailed_links').values(row).execute()
}

/** Finds the link only if it can still be used. */
export const findLink = (
  db: Reader,
  { hash, purpose, now }: { hash: string; purpose: MailedLinkRow['purpose']; now: string },
): Promise<MailedLinkRow | undefined> =>
  db
    .selectFrom('mailed_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Marks the link as used. Returns false if it was used or has expired. */
export async function consumeLink(tx: Tx, hash: string, now: string): Promise<boolean> {
  const used = await tx
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes the user's other links with the same purpose and organization. */
export async function voidOtherLinks(tx: Tx, link: MailedLinkRow): Promise<void> {
  await tx
    .deleteFrom('mailed_links')
    .where('user_id', '=', link.user_id)
    .where('purpose', '=', link.purpose)
    .where('organization_id', link.organization_id === null ? 'is' : '=', link.organization_id)
    .where('hash', '!=', link.hash)
    .execute()
}

export async function deleteExpiredLinks(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('mailed_links').where('expires_at', '<=', now).execute()
}

export async function deleteLinksOf(tx: Tx, user_id: number, purpose: MailedLinkRow['purpose']): Promise<void> {
  await tx.deleteFrom('mailed_links').where('user_id', '=', user_id).where('purpose', '=', purpose).execute()
}
