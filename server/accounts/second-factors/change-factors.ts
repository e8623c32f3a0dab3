// Adds and removes second factors: what happens with the first and the last one, and who is notified.

import { Problem } from '@tessera/contract'
import type { SecondFactorChange } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findUserById, recordAccountAudit, type UserRow } from '../identity/index.ts'
import { enqueueSecondFactorChanged } from '../mail/index.ts'
import { hasSecondFactor, needsSecondFactor } from './account-factors.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-code-store.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'

type Account = Pick<UserRow, 'id' | 'email'>

const auditActions = {
  totp_added: 'USER_SECOND_FACTOR_ADDED',
  passkey_added: 'USER_SECOND_FACTOR_ADDED',
  totp_removed: 'USER_SECOND_FACTOR_REMOVED',
  passkey_removed: 'USER_SECOND_FACTOR_REMOVED',
} as const

/** Records the new factor. Returns recovery codes if there were none. */
export async function recordFactorAdded(
  tx: Tx,
  user: Account,
  change: 'totp_added' | 'passkey_added',
  now: string,
): Promise<string[]> {
  await recordChange(tx, user, change, now)
  return (await countRecoveryCodes(tx, user.id)) > 0 ? [] : await renewRecoveryCodes(tx, user.id, now)
}

/** Records that a factor was removed. Throws if an organization requires one and this was the last. */
export async function recordFactorRemoved(
  tx: Tx,
  user: Account,
  change: 'totp_removed' | 'passkey_removed',
  now: string,
): Promise<void> {
  const current = (await findUserById(tx, user.id)) as UserRow
  if (!(await hasSecondFactor(tx, current))) {
    if (await needsSecondFactor(tx, user.id))
      throw new Problem('BadRequest', 'One of your organizations requires a second factor')
    await replaceRecoveryCodes(tx, user.id, [], now)
  }
  await recordChange(tx, user, change, now)
}

async function recordChange(tx: Tx, user: Account, change: keyof typeof auditActions, now: string): Promise<void> {
  const [kind = ''] = change.split('_')
  const isAdded = change.endsWith('added')
  const changes = [{ field: 'second_factor', before: isAdded ? null : kind, after: isAdded ? kind : null }]
  await recordAccountAudit(tx, user, { action: auditActions[change], changes, now })
  await enqueueSecondFactorChanged(tx, user.id, change satisfies SecondFactorChange, now)
}
