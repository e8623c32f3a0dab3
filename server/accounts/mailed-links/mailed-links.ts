// Links sent by mail, which prove that their user reads the mail of an account. Each works once. The secret is created
// when the mail is rendered; only its hash is stored.

import type { Reader, Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { deleteExpiredLinks, deleteLinksOf, findLink, insertLink, type MailedLinkRow } from './mailed-link-store.ts'

const hourMs = 60 * 60 * 1000
const lifeMs = { invitation: 14 * 24 * hourMs, password: hourMs, email: 24 * hourMs, recovery: hourMs }

/** The path to append to PUBLIC_URL. */
export const createInvitationLink = (tx: Tx, user_id: number, organization_id: number, now: string): Promise<string> =>
  createLink(tx, { purpose: 'invitation', user_id, organization_id }, now)

/** The path to append to PUBLIC_URL. */
export const createPasswordLink = (tx: Tx, user_id: number, now: string): Promise<string> =>
  createLink(tx, { purpose: 'password', user_id, organization_id: null }, now)

/** The operator gives this link to someone who has lost every other way to sign in. */
export const createRecoveryLink = (tx: Tx, user_id: number, now: string): Promise<string> =>
  createLink(tx, { purpose: 'recovery', user_id, organization_id: null }, now)

/** The path to append to PUBLIC_URL. The link proves that `email` is read by the user. */
export const createEmailLink = (tx: Tx, user_id: number, email: string, now: string): Promise<string> =>
  createLink(tx, { purpose: 'email', user_id, organization_id: null, email }, now)

export const voidEmailLinks = (tx: Tx, user_id: number): Promise<void> => deleteLinksOf(tx, user_id, 'email')

/** When the password or the email changes, older links must not work for a reader of the old mailbox. */
export const voidPasswordLinks = (tx: Tx, user_id: number): Promise<void> => deleteLinksOf(tx, user_id, 'password')

/** Does the same for invitations sent to a former email. */
export const voidInvitationLinks = (tx: Tx, user_id: number): Promise<void> => deleteLinksOf(tx, user_id, 'invitation')

export const findMailedLink = async (
  db: Reader,
  purpose: MailedLinkRow['purpose'],
  token: string,
  now: string,
): Promise<MailedLinkRow | null> => (await findLink(db, { hash: hashSecret(token), purpose, now })) ?? null

type LinkSubject = Pick<MailedLinkRow, 'purpose' | 'user_id' | 'organization_id'> & { readonly email?: string }

const pages = { invitation: '/invitation', password: '/reset-password', email: '/confirm-email', recovery: '/recover' }

async function createLink(tx: Tx, subject: LinkSubject, now: string): Promise<string> {
  const secret = newSecret()
  await deleteExpiredLinks(tx, now)
  const expires_at = new Date(Date.parse(now) + lifeMs[subject.purpose]).toISOString()
  await insertLink(tx, {
    ...subject,
    hash: hashSecret(secret),
    expires_at,
    used_at: null,
    email: subject.email ?? null,
  })
  return `${pages[subject.purpose]}?token=${secret}`
}
