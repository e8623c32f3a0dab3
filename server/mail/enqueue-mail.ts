// Mail that is owed for what happened to an account or waits for somebody's decision; each in the transaction of its cause.

import type { Tx } from '../db/database.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { listApprovers } from './mail-store.ts'

export const enqueuePasswordChanged = (tx: Tx, user_id: number, now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-password-changed', key: keyOf(user_id), payload: { user_id } }], now)

/** To the address before, so that an account is not taken away in silence. */
export const enqueueEmailChanged = (tx: Tx, user_id: number, old_email: string, now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-email-changed', key: keyOf(user_id), payload: { user_id, old_email } }], now)

interface WaitingGuest {
  readonly user_id: number
  readonly organization_id: number
  readonly invited_by: number
}

/** To everybody who may approve, but for who asked. */
export async function enqueueApprovalRequests(tx: Tx, guest: WaitingGuest, now: string): Promise<void> {
  const approvers = await listApprovers(tx, guest.organization_id)
  const asked = approvers.filter(id => id !== guest.invited_by)
  await enqueueJobs(
    tx,
    asked.map(recipient_id => ({
      name: 'send-approval-request',
      key: keyOf(recipient_id),
      payload: { recipient_id, ...guest },
    })),
    now,
  )
}

/** To the creator of each. */
export const enqueueListenersSuspended = (
  tx: Tx,
  listeners: readonly { listener_id: string; user_id: number }[],
  now: string,
): Promise<void> =>
  enqueueJobs(
    tx,
    listeners.map(payload => ({ name: 'send-listener-suspended', key: keyOf(payload.user_id), payload })),
    now,
  )

const keyOf = (user_id: number) => `mail:${user_id}`
