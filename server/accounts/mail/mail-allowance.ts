// Enforces the limits on mail that people cause to be sent to others: for each sender, each organization, and each
// address from one sender or organization. Mails are counted in the transaction that enqueues them. This module sends
// nothing.

import { Problem } from '@tessera/contract'
import type { AbuseLimits } from '../../platform/limits/index.ts'
import { lockKey, type Reader, type Tx } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import {
  countByOrganization,
  countByRecipient,
  countBySender,
  findHighestCounts,
  insertCausedMails,
  type MailCount,
  type MostMails,
} from './caused-mail-store.ts'

export type MailLimits = Pick<
  AbuseLimits,
  'mailsPerSenderPerHour' | 'mailsPerRecipientPerHour' | 'mailsPerOrganizationPerDay'
>

export interface CausedMail {
  /**
   * Null if the service sends the mail to people who have to act, such as approvers: it then counts only for its
   * recipient.
   */
  readonly sender_id: number | null
  readonly organization_id: number | null
  /** The key of the address (identity/email-key.ts). */
  readonly recipient: string
}

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs

/** Counts the mails, or throws TooManyRequests if one of them is beyond a limit. */
export async function requireMailAllowance(
  tx: Tx,
  mails: readonly CausedMail[],
  limits: MailLimits,
  now: string,
): Promise<void> {
  const { refusals } = await admitMails(tx, mails, limits, now)
  if (refusals[0]) throw tooManyMails(refusals[0])
}

/** Counts the mails that are within the limits, and returns them. Throws TooManyRequests if none is. */
export async function admitSomeMails<Mail extends CausedMail>(
  tx: Tx,
  mails: readonly Mail[],
  limits: MailLimits,
  now: string,
): Promise<{ admitted: Mail[] }> {
  const { admitted, refusals } = await admitMails(tx, mails, limits, now)
  if (refusals[0] && admitted.length === 0) throw tooManyMails(refusals[0])
  return { admitted }
}

const tooManyMails = ({ message, retryAfterSeconds }: Refusal) =>
  new Problem('TooManyRequests', message, { retryAfterSeconds })

/** Counts the mails that are within the limits, and returns them. */
export async function admitMails<Mail extends CausedMail>(
  tx: Tx,
  mails: readonly Mail[],
  limits: MailLimits,
  now: string,
): Promise<{ admitted: Mail[]; refusals: Refusal[] }> {
  if (mails.length === 0) return { admitted: [], refusals: [] }
  await lockCauses(tx, mails)
  const counts = await loadCounts(tx, mails, now)
  const admitted: Mail[] = []
  const refusals: Refusal[] = []
  for (const mail of mails) {
    const refusal = refusalOf(mail, counts, limits, now)
    if (refusal) refusals.push(refusal)
    else {
      admitted.push(mail)
      for (const count of countsOf(mail, counts)) count.mails += 1
    }
  }
  await insertCausedMails(
    tx,
    admitted.map(({ sender_id, organization_id, recipient }) => ({
      id: newObjectId(),
      sender_id,
      organization_id,
      recipient,
      created_at: now,
    })),
  )
  return { admitted, refusals }
}

/** The highest current counts, for the operator. */
export const findMostMails = (db: Reader, now: string): Promise<MostMails> =>
  findHighestCounts(db, before(now, hourMs), before(now, dayMs))

const before = (now: string, ms: number) => new Date(Date.parse(now) - ms).toISOString()

/**
 * Concurrent requests of the same sender or organization wait for each other. The locks are always taken in the same
 * order.
 */
async function lockCauses(tx: Tx, mails: readonly CausedMail[]): Promise<void> {
  const keys = mails.flatMap(({ sender_id, organization_id }) => [
    ...(sender_id === null ? [] : [`mails:sender:${sender_id}`]),
    ...(organization_id === null ? [] : [`mails:organization:${organization_id}`]),
  ])
  for (const key of [...new Set(keys)].sort()) await lockKey(tx, key)
}

interface Counts {
  readonly senders: Map<number, MailCount>
  readonly organizations: Map<number, MailCount>
  /** By address and cause. */
  readonly recipients: Map<string, MailCount>
}

async function loadCounts(tx: Tx, mails: readonly CausedMail[], now: string): Promise<Counts> {
  const [hourAgo, dayAgo] = [before(now, hourMs), before(now, dayMs)]
  const idsOf = (name: 'sender_id' | 'organization_id') => [...new Set(mails.flatMap(mail => mail[name] ?? []))]
  const recipients = new Map<string, MailCount>()
  const found = await countByRecipient(tx, [...new Set(mails.map(({ recipient }) => recipient))], hourAgo)
  for (const row of found) {
    for (const key of causesOf(row)) {
      const known = recipients.get(key)
      recipients.set(key, {
        mails: row.mails + (known?.mails ?? 0),
        since: known && known.since < row.since ? known.since : row.since,
      })
    }
  }
  return {
    senders: await countBySender(tx, idsOf('sender_id'), hourAgo),
    organizations: await countByOrganization(tx, idsOf('organization_id'), dayAgo),
    recipients,
  }
}

/** One sender may act in several organizations, and several senders in one. */
const causesOf = ({ recipient, sender_id, organization_id }: CausedMail): string[] => [
  ...(sender_id === null ? [] : [`${recipient} sender ${sender_id}`]),
  ...(organization_id === null ? [] : [`${recipient} organization ${organization_id}`]),
]

export interface Refusal {
  readonly mail: CausedMail
  readonly message: string
  readonly retryAfterSeconds: number
}

function refusalOf(mail: CausedMail, counts: Counts, limits: MailLimits, now: string): Refusal | null {
  const { sender_id, organization_id } = mail
  const { mailsPerSenderPerHour, mailsPerRecipientPerHour, mailsPerOrganizationPerDay } = limits
  const refuse = (count: MailCount, windowMs: number, message: string): Refusal => ({
    mail,
    message,
    retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(count.since) + windowMs - Date.parse(now)) / 1_000)),
  })
  const bySender = sender_id === null ? undefined : counts.senders.get(sender_id)
  if (isUsedUp(bySender, mailsPerSenderPerHour))
    return refuse(bySender, hourMs, `You can send at most ${mailsPerSenderPerHour} invitations and mentions an hour`)
  for (const cause of causesOf(mail)) {
    const toRecipient = counts.recipients.get(cause)
    if (isUsedUp(toRecipient, mailsPerRecipientPerHour))
      return refuse(toRecipient, hourMs, `At most ${mailsPerRecipientPerHour} mails an hour can be sent to one address`)
  }
  const byOrganization =
    organization_id === null || sender_id === null ? undefined : counts.organizations.get(organization_id)
  if (isUsedUp(byOrganization, mailsPerOrganizationPerDay))
    return refuse(
      byOrganization,
      dayMs,
      `An organization can send at most ${mailsPerOrganizationPerDay} invitations and mentions a day`,
    )
  return null
}

const isUsedUp = (count: MailCount | undefined, limit: number): count is MailCount =>
  count !== undefined && limit > 0 && count.mails >= limit

/** The counts that a mail adds to, created if it is the first. */
function countsOf(mail: CausedMail, counts: Counts): MailCount[] {
  const { sender_id, organization_id } = mail
  const all = causesOf(mail).map(cause => countIn(counts.recipients, cause))
  if (sender_id === null) return all
  all.push(countIn(counts.senders, sender_id))
  if (organization_id !== null) all.push(countIn(counts.organizations, organization_id))
  return all
}

function countIn<Key>(counts: Map<Key, MailCount>, key: Key): MailCount {
  const count = counts.get(key) ?? { mails: 0, since: new Date().toISOString() }
  counts.set(key, count)
  return count
}
