// Sessions of browsers, as other parts of the server meet them: begun at sign-in, found by the secret in the cookie, ended.
// A session is as good as its grant, so whatever revokes grants ends sessions too.

import type { Database, Reader, Tx } from '../db/database.ts'
import { revokeGrant } from '../identity/grant-store.ts'
import { createGrant } from '../identity/grants.ts'
import { hashSecret, newSecret } from '../ids.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  type SignedIn,
  updateSession,
} from './session-store.ts'

const daySeconds = 24 * 60 * 60
const idleSeconds = 14 * daySeconds
export const longestSeconds = 90 * daySeconds
/** Being seen is written down this often, not with every request. */
const seenAfterSeconds = 5 * 60

interface Newcomer {
  readonly user_id: number
  readonly address: string
  readonly userAgent: string
  readonly now: string
}

/** What the cookie has to hold: always new, whatever the browser came with. */
export async function startSession(tx: Tx, { user_id, address, userAgent, now }: Newcomer): Promise<string> {
  const secret = newSecret()
  const grant = await createGrant(tx, { user_id, kind: 'session', name: 'Browser', now, lifeSeconds: longestSeconds })
  await deleteExpiredSessions(tx, user_id, now)
  await insertSession(tx, {
    id: hashSecret(secret),
    user_id,
    grant_id: grant.id,
    created_at: now,
    last_seen_at: now,
    expires_at: later(now, idleSeconds),
    user_agent: userAgent,
    address,
  })
  return secret
}

/** Moves its end on, because somebody is there. */
export async function findSignedIn(
  db: Database,
  secret: string,
  { now, address }: { now: string; address: string },
): Promise<SignedIn | null> {
  const found = await findSession(db.read, hashSecret(secret), now)
  if (!found) return null
  if (later(found.last_seen_at, seenAfterSeconds) > now) return found
  const ends = [later(now, idleSeconds), later(found.created_at, longestSeconds)].sort()
  const seen = { last_seen_at: now, expires_at: ends[0] as string, address }
  await db.write(tx => updateSession(tx, found.id, seen))
  return { ...found, ...seen }
}

export const hasSession = async (db: Reader, secret: string, now: string): Promise<boolean> =>
  (await findSession(db, hashSecret(secret), now)) !== undefined

/** Whether the user had such a session. */
export async function endSession(tx: Tx, user_id: number, id: string, now: string): Promise<boolean> {
  const grant_id = await deleteSession(tx, user_id, id)
  if (grant_id !== null) await revokeGrant(tx, grant_id, now)
  return grant_id !== null
}

/** Whether the session that somebody was found with is still there, asked within the transaction of a deed. */
export const isStillSignedIn = async (db: Reader, { id }: SignedIn, now: string): Promise<boolean> =>
  (await findSession(db, id, now)) !== undefined

const later = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString()
