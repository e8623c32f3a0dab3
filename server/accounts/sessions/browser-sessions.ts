// Browser sessions: started at sign-in, found by the secret in the cookie, ended. A session is valid only as long as its
// grant, so revoking grants ends sessions too.

import type { Database, Reader, Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { createGrant, revokeGrant } from '../grants/index.ts'
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOfIdentity,
  type EndedIdentity,
  findSession,
  insertSession,
  type SignedInSession,
  updateSession,
} from './session-store.ts'

const daySeconds = 24 * 60 * 60
const idleSeconds = 14 * daySeconds
export const maxSessionSeconds = 90 * daySeconds
/** last_seen_at is written at this interval, not with every request. */
const seenIntervalSeconds = 5 * 60

/** Who signed in at a single sign-on provider: the provider's logout refers to it. */
export interface SessionIdentity {
  readonly issuer: string
  readonly subject: string
  /** The session at the provider. Null if the provider does not name it. */
  readonly session: string | null
  /** The sealed ID token, which the provider expects at sign-out. */
  readonly token: string
  /**
   * When the person signed in at the provider, which may be long ago. Null if that is not known: the session does not
   * count as a recent sign-in then, because a person who is signed in at the provider gets here without a password.
   */
  readonly authenticated_at: string | null
}

interface NewSession {
  readonly identity?: SessionIdentity | undefined
  readonly user_id: number
  readonly address: string
  readonly userAgent: string
  readonly now: string
}

/** Returns the secret for the cookie. It is always new, whatever cookie the browser sent (session fixation). */
export async function startSession(tx: Tx, session: NewSession): Promise<string> {
  const { user_id, address, userAgent, now, identity } = session
  const secret = newSecret()
  const grant = await createGrant(tx, {
    user_id,
    kind: 'session',
    name: 'Browser',
    now,
    lifeSeconds: maxSessionSeconds,
  })
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
    authenticated_at: identity ? (identity.authenticated_at ?? '') : now,
    identity_issuer: identity?.issuer ?? null,
    identity_subject: identity?.subject ?? null,
    identity_session: identity?.session ?? null,
    identity_token: identity?.token ?? null,
  })
  return secret
}

/** Finds the session and extends it, because it is in use. */
export async function resumeSession(
  db: Database,
  secret: string,
  { now, address }: { now: string; address: string },
): Promise<SignedInSession | null> {
  const found = await findSession(db.read, hashSecret(secret), now)
  if (!found) return null
  if (later(found.last_seen_at, seenIntervalSeconds) > now) return found
  const ends = [later(now, idleSeconds), later(found.created_at, maxSessionSeconds)].sort()
  const seen = { last_seen_at: now, expires_at: ends[0] as string, address }
  await db.write(tx => updateSession(tx, found.id, seen))
  return { ...found, ...seen }
}

export const hasSession = async (db: Reader, secret: string, now: string): Promise<boolean> =>
  (await findSession(db, hashSecret(secret), now)) !== undefined

/** Returns false if the user has no such session. */
export async function endSession(tx: Tx, user_id: number, id: string, now: string): Promise<boolean> {
  const grant_id = await deleteSession(tx, user_id, id)
  if (grant_id !== null) await revokeGrant(tx, grant_id, now)
  return grant_id !== null
}

/** Called when the provider reports that a user signed out there. Returns how many sessions were ended. */
export async function endSessionsOfIdentity(tx: Tx, identity: EndedIdentity, now: string): Promise<number> {
  const grants = await deleteSessionsOfIdentity(tx, identity)
  for (const grant_id of grants) await revokeGrant(tx, grant_id, now)
  return grants.length
}

/** Ends all sessions of the user except the one of this grant. */
export async function endOtherSessions(tx: Tx, user_id: number, grant_id: string, now: string): Promise<void> {
  const ended = await deleteOtherSessions(tx, user_id, grant_id)
  for (const id of ended) await revokeGrant(tx, id, now)
}

/** The user of the session has proven their identity again. */
export const confirmSession = (tx: Tx, { id }: SignedInSession, now: string): Promise<void> =>
  updateSession(tx, id, { authenticated_at: now })

/** Checks the session again within the transaction of an action. */
export const isStillSignedIn = async (db: Reader, { id }: SignedInSession, now: string): Promise<boolean> =>
  (await findSession(db, id, now)) !== undefined

const later = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString()
