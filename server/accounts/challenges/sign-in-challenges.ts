// A step of signing in that the browser has to finish: the return from a provider, or a second factor. It is found by a
// secret that only this browser has; only the hash of the secret is stored. It is in the database, so that any process
// can finish it.

import type { Reader, Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import {
  deleteExpiredChallenges,
  findChallengeRow,
  insertChallengeOnce,
  putChallenge,
  type SignInChallengeRow,
  takeChallengeRow,
} from './sign-in-challenge-store.ts'

export interface SignInChallenge<Data> {
  readonly user_id: number | null
  readonly data: Data
}

interface NewChallenge {
  readonly purpose: string
  readonly user_id?: number | null
  readonly data: unknown
  readonly lifeSeconds: number
  readonly now: string
}

/** Returns the secret for the browser. */
export async function createChallenge(tx: Tx, challenge: NewChallenge): Promise<string> {
  const secret = newSecret()
  await replaceChallenge(tx, secret, challenge)
  return secret
}

/** Creates a challenge for a browser that has a secret already. Replaces the browser's previous challenge. */
export async function replaceChallenge(
  tx: Tx,
  secret: string,
  { purpose, user_id, data, lifeSeconds, now }: NewChallenge,
): Promise<void> {
  const expires_at = new Date(Date.parse(now) + lifeSeconds * 1000).toISOString()
  await deleteExpiredChallenges(tx, now)
  await putChallenge(tx, {
    hash: hashSecret(secret),
    purpose,
    user_id: user_id ?? null,
    data: JSON.stringify(data),
    expires_at,
  })
}

type Key = { readonly purpose: string; readonly secret: string; readonly now: string }

export const findChallenge = async <Data>(db: Reader, { secret, ...key }: Key): Promise<SignInChallenge<Data> | null> =>
  read<Data>(await findChallengeRow(db, { ...key, hash: hashSecret(secret) }))

/** Works once. Returns null if the challenge was taken or has expired. */
export const takeChallenge = async <Data>(tx: Tx, { secret, ...key }: Key): Promise<SignInChallenge<Data> | null> =>
  read<Data>(await takeChallengeRow(tx, { ...key, hash: hashSecret(secret) }))

/** Remembers that something was used. False if it was used before. */
export async function takeOnce(
  tx: Tx,
  { purpose, key, lifeSeconds, now }: { purpose: string; key: string; lifeSeconds: number; now: string },
): Promise<boolean> {
  await deleteExpiredChallenges(tx, now)
  const expires_at = new Date(Date.parse(now) + lifeSeconds * 1000).toISOString()
  return await insertChallengeOnce(tx, { hash: key, purpose, user_id: null, data: '{}', expires_at })
}

const read = <Data>(row: SignInChallengeRow | undefined): SignInChallenge<Data> | null =>
  row ? { user_id: row.user_id, data: JSON.parse(row.data) as Data } : null
