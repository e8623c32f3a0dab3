// The SQL of sign-in steps that the browser has to finish.

import type { Selectable } from 'kysely'
import type { SignInChallengeTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type SignInChallengeRow = Selectable<SignInChallengeTable>

/** Replaces the challenge with this hash. */
export async function putChallenge(tx: Tx, row: SignInChallengeRow): Promise<void> {
  await tx
    .insertInto('sign_in_challenges')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doUpdateSet(row))
    .execute()
}

/** Returns false if a challenge with this hash exists. */
export async function insertChallengeOnce(tx: Tx, row: SignInChallengeRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('sign_in_challenges')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findChallengeRow = (
  db: Reader,
  { hash, purpose, now }: { hash: string; purpose: string; now: string },
): Promise<SignInChallengeRow | undefined> =>
  db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** If two requests take it at the same time, only one gets it. */
export const takeChallengeRow = (
  tx: Tx,
  { hash, purpose, now }: { hash: string; purpose: string; now: string },
): Promise<SignInChallengeRow | undefined> =>
  tx
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function deleteExpiredChallenges(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
}
