// Counts attempts against their limits (platform/limits/counted-limits.ts), in the database, which all processes share. An
// attempt counts as a failure from the moment it begins, so that concurrent attempts cannot get around a limit, and is
// cancelled when it succeeds: the rate limit, which only counts up, cannot do that.

import { Problem } from '@tessera/contract'
import { attemptLimits } from '../../platform/limits/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { hashSecret, networkOf, newObjectId } from '../../tools/index.ts'
import { emailKey } from '../identity/index.ts'
import {
  deleteFailures,
  deleteFailuresOf,
  deleteFailuresWithPrefix,
  deleteOldFailures,
  findFailureTime,
  insertFailures,
  lockFailures,
  touchFailures,
} from './sign-in-failure-store.ts'

const { windowMs, failures, ofAccount, ofAddress, mailsOfAddress, providerStarts } = attemptLimits

export interface Limit {
  readonly key: string
  readonly max: number
}

export type Attempt = AllowedAttempt | { readonly isAllowed: false; readonly retryAfterSeconds: number }

interface AllowedAttempt {
  readonly isAllowed: true
  readonly ids: readonly string[]
  /** The key of the first, narrowest limit. */
  readonly key: string
}

interface GuessSource {
  readonly email: string
  readonly address: string
}

/**
 * A browser that this account was used in before has a separate limit, so that strangers at the same address or with
 * the same account cannot lock it out. Derived from the email alone, so that unknown accounts are throttled like known
 * ones.
 */
export const signInLimits = ({ email, address, device }: GuessSource & { readonly device: string | null }): Limit[] =>
  device === null
    ? guessLimits('sign-in', { email, address })
    : [{ key: `${accountKey('sign-in', email)}:device:${hashSecret(device)}`, max: failures }]

/**
 * Limits for signed-in people who enter their password again. They are counted separately, so a program with a token
 * cannot block sign-in.
 */
export const passwordCheckLimits = (guess: GuessSource): Limit[] => guessLimits('password-check', guess)

/**
 * Limits for second-factor codes, which only someone with the password or a session can try. Each kind is counted
 * separately.
 */
export const factorLimits = (purpose: 'sign-in' | 'confirm', user_id: number): Limit[] => [
  { key: `factor-${purpose}:${user_id}`, max: failures },
]

/** Limits for passkeys, which identify their account themselves and cannot be guessed. */
export const passkeyLimits = (address: string): Limit[] => [
  { key: `passkey-address:${networkOf(address)}`, max: ofAddress },
]

/** Limits for the codes that programs without a browser show. People occasionally mistype one. */
export const deviceCodeLimits = (user_id: number, address: string): Limit[] => [
  { key: `device-code:${user_id}`, max: 2 * failures },
  { key: `device-code-address:${networkOf(address)}`, max: ofAddress },
]

export const mailLimit = (email: string): Limit => ({ key: `mail:${hashSecret(emailKey(email))}`, max: failures })
export const mailAddressLimit = (address: string): Limit => ({
  key: `mail-address:${networkOf(address)}`,
  max: mailsOfAddress,
})

/** Every sign-in started at a provider leaves a row in the database until it expires. */
export const providerLimit = (address: string): Limit => ({
  key: `provider-address:${networkOf(address)}`,
  max: providerStarts,
})

const guessLimits = (purpose: string, { email, address }: GuessSource): Limit[] => [
  { key: `${accountKey(purpose, email)}:${networkOf(address)}`, max: failures },
  { key: accountKey(purpose, email), max: ofAccount },
  { key: `${purpose}-address:${networkOf(address)}`, max: ofAddress },
]

const accountKey = (purpose: string, email: string) => `${purpose}:${hashSecret(emailKey(email))}`

/** Counts the attempt against all limits, or against none if one is reached. */
export const beginAttempt = (db: Database, limits: readonly Limit[], now: string): Promise<Attempt> =>
  db.write(async tx => {
    const since = new Date(Date.parse(now) - windowMs).toISOString()
    await deleteOldFailures(tx, since)
    await lockFailures(
      tx,
      limits.map(({ key }) => key),
    )
    let retryAfterSeconds = 0
    for (const { key, max } of limits)
      retryAfterSeconds = Math.max(retryAfterSeconds, waitSeconds(await findFailureTime(tx, key, max, since), now))
    if (retryAfterSeconds > 0) return { isAllowed: false, retryAfterSeconds }
    const rows = limits.map(({ key }) => ({ id: newObjectId(), key, at: now }))
    await insertFailures(tx, rows)
    return { isAllowed: true, ids: rows.map(({ id }) => id), key: limits[0]?.key ?? '' }
  })

/** Does the same for operations of the API. Throws TooManyRequests. */
export async function requireAttempt(db: Database, limits: readonly Limit[], now: string): Promise<AllowedAttempt> {
  const attempt = await beginAttempt(db, limits, now)
  if (attempt.isAllowed) return attempt
  const { retryAfterSeconds } = attempt
  throw new Problem('TooManyRequests', 'Too many wrong passwords', { retryAfterSeconds })
}

/** The attempt was neither a failure nor a success. */
export const cancelAttempt = (tx: Tx, { ids }: AllowedAttempt): Promise<void> => deleteFailures(tx, ids)

/**
 * The attempt stays a failure. Writes as much as when a failure is recorded elsewhere, so that timing reveals nothing.
 */
export const keepAttempt = (tx: Tx, { ids }: AllowedAttempt): Promise<void> => touchFailures(tx, ids)

/** After a success. Failures counted for the whole account or address stay: other people may have caused them. */
export async function clearFailures(tx: Tx, attempt: AllowedAttempt): Promise<void> {
  await cancelAttempt(tx, attempt)
  await deleteFailuresOf(tx, attempt.key)
}

/** After a password reset: everything that was counted against the account. */
export const clearFailuresOf = (tx: Tx, email: string): Promise<void> =>
  deleteFailuresWithPrefix(tx, accountKey('sign-in', email))

/** Seconds until the decisive failure leaves the window. */
const waitSeconds = (decisive: string | null, now: string): number =>
  decisive === null ? 0 : Math.max(1, Math.ceil((Date.parse(decisive) + windowMs - Date.parse(now)) / 1000))
