// The SQL of the mails that people cause to be sent to others, one row each, for the limits on them.

import { sql } from 'kysely'
import type { CausedMailTable } from '../../platform/schema/index.ts'
import { type Database, insertRows, type Reader, rows, type Tx } from '../../platform/sql/index.ts'

export interface MailCount {
  mails: number
  /** The time of the oldest of them. */
  since: string
}

const counted = sql`count(*) as mails, min(created_at) as since`

export async function countBySender(db: Reader, ids: readonly number[], after: string) {
  const found = await sql<MailCount & { id: number }>`
    select sender_id as id, ${counted} from caused_mails
    where sender_id in (select k.id from ${idRows(db, ids)} as k) and created_at > ${after}
    group by sender_id`.execute(db)
  return new Map(found.rows.map(row => [row.id, numbered(row)]))
}

/** Does not count mails that the service sends to the approvers of an organization. */
export async function countByOrganization(db: Reader, ids: readonly number[], after: string) {
  const found = await sql<MailCount & { id: number }>`
    select organization_id as id, ${counted} from caused_mails
    where organization_id in (select k.id from ${idRows(db, ids)} as k) and created_at > ${after}
      and sender_id is not null
    group by organization_id`.execute(db)
  return new Map(found.rows.map(row => [row.id, numbered(row)]))
}

export type RecipientCount = MailCount & Pick<CausedMailTable, 'recipient' | 'sender_id' | 'organization_id'>

export async function countByRecipient(
  db: Reader,
  recipients: readonly string[],
  after: string,
): Promise<RecipientCount[]> {
  const wanted = rows(
    db,
    { recipient: 'text' },
    recipients.map(recipient => ({ recipient })),
  )
  const found = await sql<RecipientCount>`
    select recipient, sender_id, organization_id, ${counted} from caused_mails
    where recipient in (select k.recipient from ${wanted} as k) and created_at > ${after}
    group by recipient, sender_id, organization_id`.execute(db)
  return found.rows.map(numbered)
}

const columns = {
  id: 'text',
  sender_id: 'integer',
  organization_id: 'integer',
  recipient: 'text',
  created_at: 'text',
} as const

export const insertCausedMails = (tx: Tx, mails: readonly CausedMailTable[]) =>
  insertRows(tx, 'caused_mails', columns, mails)

const dayMs = 24 * 60 * 60 * 1_000

/** Deletes rows that no limit counts any more. */
export async function purgeCausedMails(db: Database, now = Date.now()): Promise<void> {
  const before = new Date(now - dayMs).toISOString()
  await db.write(tx => tx.deleteFrom('caused_mails').where('created_at', '<', before).execute())
}

export interface MostMails {
  sender: number
  recipient: number
  organization: number
}

/**
 * The highest number of mails that one person has caused in the last hour, that one address has received, and that one
 * organization has caused in a day.
 */
export async function findHighestCounts(db: Reader, hourAgo: string, dayAgo: string): Promise<MostMails> {
  const highest = (columns: string, after: string) => sql`
    (select coalesce(max(mails), 0) from (select count(*) as mails from caused_mails
      where created_at > ${after} and sender_id is not null group by ${sql.raw(columns)}) as counted)`
  const found = await sql<MostMails>`
    select ${highest('sender_id', hourAgo)} as sender, ${highest('recipient, sender_id', hourAgo)} as recipient,
      ${highest('organization_id', dayAgo)} as organization`.execute(db)
  const { sender = 0, recipient = 0, organization = 0 } = found.rows[0] ?? {}
  return { sender: Number(sender), recipient: Number(recipient), organization: Number(organization) }
}

const idRows = (db: Reader, ids: readonly number[]) =>
  rows(
    db,
    { id: 'integer' },
    ids.map(id => ({ id })),
  )

const numbered = <Row extends MailCount>(row: Row): Row => ({ ...row, mails: Number(row.mails) })
