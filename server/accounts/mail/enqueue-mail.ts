// Enqueues mail about accounts, approvals and suspended listeners, in the same transaction as the change that causes
// it.

import { enqueueJobs, type JobPayloads, type SecondFactorChange } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { admitMails, type MailLimits } from './mail-allowance.ts'
import { listApprovers } from './mail-store.ts'

export const enqueuePasswordChanged = (tx: Tx, user_id: number, now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-password-changed', key: keyOf(user_id), payload: { user_id } }], now)

/** The account can now be used through a single sign-on provider. */
export const enqueueIdentityLinked = (
  tx: Tx,
  payload: { readonly user_id: number; readonly provider: string },
  now: string,
): Promise<void> => enqueueJobs(tx, [{ name: 'send-identity-linked', key: keyOf(payload.user_id), payload }], now)

/** Sent to the new address, with the link that confirms it. */
export const enqueueEmailConfirmation = (tx: Tx, user_id: number, new_email: string, now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-email-confirmation', key: keyOf(user_id), payload: { user_id, new_email } }], now)

/** Sent to the current address, so that its reader can stop a change that they did not ask for. */
export const enqueueEmailRequested = (
  tx: Tx,
  payload: { user_id: number; old_email: string; new_email: string },
  now: string,
): Promise<void> => enqueueJobs(tx, [{ name: 'send-email-requested', key: keyOf(payload.user_id), payload }], now)

/** Sent to the previous address, so that a stolen account does not go unnoticed. */
export const enqueueEmailChanged = (tx: Tx, user_id: number, old_email: string, now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-email-changed', key: keyOf(user_id), payload: { user_id, old_email } }], now)

export const enqueueSecondFactorChanged = (
  tx: Tx,
  user_id: number,
  change: SecondFactorChange,
  now: string,
): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-second-factor-changed', key: keyOf(user_id), payload: { user_id, change } }], now)

export const enqueueNewDevice = (tx: Tx, payload: JobPayloads['send-new-device'], now: string): Promise<void> =>
  enqueueJobs(tx, [{ name: 'send-new-device', key: keyOf(payload.user_id), payload }], now)

/** Something was created with which others can act without signing in. */
export const enqueueCredentialsCreated = (
  tx: Tx,
  payload: JobPayloads['send-credentials-created'],
  now: string,
): Promise<void> => enqueueJobs(tx, [{ name: 'send-credentials-created', key: keyOf(payload.user_id), payload }], now)

interface PendingGuest {
  readonly user_id: number
  readonly organization_id: number
  readonly invited_by: number
}

/** Sent to every approver except the person who invited the guest. */
export async function enqueueApprovalRequests(
  tx: Tx,
  guest: PendingGuest,
  limits: MailLimits,
  now: string,
): Promise<void> {
  const { organization_id, invited_by } = guest
  const approvers = await listApprovers(tx, organization_id)
  const mails = approvers
    .filter(({ user_id }) => user_id !== invited_by)
    .map(({ user_id, email_key }) => ({ user_id, recipient: email_key, sender_id: null, organization_id }))
  // Approvers beyond the limit see the guest on the page of the organization.
  const { admitted } = await admitMails(tx, mails, limits, now)
  await enqueueJobs(
    tx,
    admitted.map(({ user_id: recipient_id }) => ({
      name: 'send-approval-request',
      key: keyOf(recipient_id),
      payload: { recipient_id, ...guest },
    })),
    now,
  )
}

/** Sent to the creator of each listener. */
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
