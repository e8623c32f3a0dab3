// The second factors of an account: whether it has any, whether it needs one, and proving one.

import { settingOf } from '@tessera/contract'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { listJoinedMetadata, lockJoinedMetadata, type UserRow, updateUser, useTotpStep } from '../identity/index.ts'
import { deletePasskeysOf, listPasskeys } from './passkey-store.ts'
import { replaceRecoveryCodes } from './recovery-code-store.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

type Account = Pick<UserRow, 'id' | 'totp_secret' | 'totp_enabled_at'>

export const hasSecondFactor = async (db: Reader, user: Account): Promise<boolean> =>
  hasTotp(user) || (await listPasskeys(db, user.id)).length > 0

export const hasTotp = ({ totp_secret, totp_enabled_at }: Account): boolean =>
  totp_secret !== null && totp_enabled_at !== null

/** Whether an organization that the user has joined requires a second factor. */
export const needsSecondFactor = async (db: Reader, user_id: number): Promise<boolean> =>
  (await listJoinedMetadata(db, user_id)).some(({ metadata }) => requiresSecondFactor(metadata))

/**
 * Does the same for a sign-in: a session that starts while an organization begins to require one cannot get around it.
 */
export const mustHaveSecondFactor = async (tx: Tx, user_id: number): Promise<boolean> =>
  (await lockJoinedMetadata(tx, user_id)).some(({ metadata }) => requiresSecondFactor(metadata))

export const requiresSecondFactor = (metadata: string): boolean =>
  settingOf(JSON.parse(metadata), 'require_second_factor') === 'true'

export type CodeKind = 'totp' | 'recovery_code'

/** A code that a user has entered. */
export interface TypedCode {
  readonly code: string
  readonly sealedSecrets: SealedSecrets
  readonly now: string
}

/** Uses up a code of the authenticator app or a recovery code. Null if it is wrong or was used. */
export async function acceptCode(tx: Tx, user: Account, typed: TypedCode): Promise<CodeKind | null> {
  if (await acceptTotp(tx, user, typed)) return 'totp'
  return (await useRecoveryCode(tx, user.id, typed.code, typed.now)) ? 'recovery_code' : null
}

export async function acceptTotp(tx: Tx, user: Account, { code, sealedSecrets, now }: TypedCode): Promise<boolean> {
  if (user.totp_secret === null || user.totp_enabled_at === null) return false
  const step = findTotpStep(sealedSecrets.open(user.totp_secret, 'totp-secret'), code, now)
  return step !== null && (await useTotpStep(tx, user.id, step))
}

/** Removes all second factors and the recovery codes. */
export async function removeSecondFactors(tx: Tx, user_id: number, now: string): Promise<void> {
  await updateUser(tx, user_id, { totp_secret: null, totp_enabled_at: null, updated_at: now })
  await deletePasskeysOf(tx, user_id)
  await replaceRecoveryCodes(tx, user_id, [], now)
}
