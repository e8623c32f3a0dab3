// Enqueues the mails about mentions that are within the limits on mail. The others are skipped: the comment itself is stored.

import { admitMails, type MailLimits } from '../../accounts/mail/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import type { BoardState } from './board-state.ts'

/** A mail about a mention that was not sent, for the log. Plain JSON, because the worker thread sends it. */
export interface SkippedMail {
  readonly sender_id: number | null
  readonly organization_id: number | null
  readonly reason: string
}

export async function admitMentions(
  tx: Tx,
  boards: Iterable<BoardState>,
  limits: MailLimits,
  now: string,
): Promise<readonly SkippedMail[]> {
  const mails = [...boards].flatMap(board =>
    board.mentions.map(mention => ({ ...mention, organization_id: board.organization_id })),
  )
  if (mails.length === 0) return []
  const { admitted, refusals } = await admitMails(tx, mails, limits, now)
  await enqueueJobs(
    tx,
    admitted.map(({ job }) => job),
    now,
  )
  return refusals.map(({ mail: { sender_id, organization_id }, message }) => ({
    sender_id,
    organization_id,
    reason: message,
  }))
}
