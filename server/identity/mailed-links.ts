// Links that prove that somebody reads the mail of an account. Each works once; the secret in it is made when the mail is
// written and stands nowhere else, its hash alone is kept.

import type { Reader, Tx } from '../db/database.ts'
import { hashSecret, newSecret } from '../ids.ts'
import { deleteExpiredLinks, deleteLinksOf, findLink, insertLink, type MailedLinkRow } from './mailed-link-store.ts'

const hourMs = 60 * 60 * 1000
const lifeMs = { invitation: 14 * 24 * hourMs, password: hourMs }

/** The path to put after PUBLIC_URL. */
export const newInvitationLink = (tx: Tx, user_id: number, organization_id: number, now: string): Promise<string> =>
  newLink(tx, { purpose: 'invitation', user_id, organization_id }, now)

/** The path to put after PUBLIC_URL. */
export const newPasswordLink = (tx: Tx, user_id: number, now: string): Promise<string> =>
  newLink(tx, { purpose: 'password', user_id, organization_id: null }, now)

/** When the password or the address changes, who reads the mail of before must not come in with an older link. */
export const voidPasswordLinks = (tx: Tx, user_id: number): Promise<void> => deleteLinksOf(tx, user_id, 'password')

/** The same of an invitation that went to an address which is not theirs any more. */
export const voidInvitationLinks = (tx: Tx, user_id: number): Promise<void> => deleteLinksOf(tx, user_id, 'invitation')

export const findMailedLink = async (
  db: Reader,
  purpose: MailedLinkRow['purpose'],
  token: string,
  now: string,
): Promise<MailedLinkRow | null> => (await findLink(db, { hash: hashSecret(token), purpose, now })) ?? null

type About = Pick<MailedLinkRow, 'purpose' | 'user_id' | 'organization_id'>

const pages = { invitation: '/invitation', password: '/reset-password' }

async function newLink(tx: Tx, about: About, now: string): Promise<string> {
  const secret = newSecret()
  await deleteExpiredLinks(tx, now)
  const expires_at = new Date(Date.parse(now) + lifeMs[about.purpose]).toISOString()
  await insertLink(tx, { ...about, hash: hashSecret(secret), expires_at, used_at: null })
  return `${pages[about.purpose]}?token=${secret}`
}
