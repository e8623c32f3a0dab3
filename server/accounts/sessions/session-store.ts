// The SQL of sessions.

import type { Selectable } from 'kysely'
import type { SessionTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type SessionRow = Selectable<SessionTable>

export interface SignedInSession extends SessionRow {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/** Sessions with a valid grant, of users who can sign in. */
const activeSessions = (db: Reader, now: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('grants as g', 'g.id', 's.grant_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.expires_at', '>', now)
    .where('g.revoked_at', 'is', null)
    .where('u.locked_at', 'is', null)
    .where('u.archived', '=', 0)

export const findSession = (db: Reader, id: string, now: string): Promise<SignedInSession | undefined> =>
  activeSessions(db, now)
    .selectAll('s')
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Most recently used first. */
export const listSessions = (db: Reader, user_id: number, now: string): Promise<SessionRow[]> =>
  activeSessions(db, now)
    .selectAll('s')
    .where('s.user_id', '=', user_id)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute()

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

export async function updateSession(
  tx: Tx,
  id: string,
  columns: Partial<Pick<SessionRow, 'last_seen_at' | 'expires_at' | 'address' | 'authenticated_at'>>,
): Promise<void> {
  await tx.updateTable('sessions').set(columns).where('id', '=', id).execute()
}

/** Returns the grant of the deleted session. */
export async function deleteSession(tx: Tx, user_id: number, id: string): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('grant_id')
    .executeTakeFirst()
  return deleted?.grant_id ?? null
}

/** Exactly one of `subject` and `session` is set. */
export interface EndedIdentity {
  readonly issuer: string
  readonly subject: string | null
  readonly session: string | null
}

/** Returns the grants of the deleted sessions. Without a named session, deletes all of the subject. */
export async function deleteSessionsOfIdentity(tx: Tx, { issuer, subject, session }: EndedIdentity): Promise<string[]> {
  let sessions = tx.deleteFrom('sessions').where('identity_issuer', '=', issuer)
  if (subject !== null) sessions = sessions.where('identity_subject', '=', subject)
  if (session !== null)
    sessions = sessions.where(where =>
      // A provider may name the session only at logout.
      where.or([
        where('identity_session', '=', session),
        ...(subject === null ? [] : [where('identity_session', 'is', null)]),
      ]),
    )
  return (await sessions.returning('grant_id').execute()).map(({ grant_id }) => grant_id)
}

/** Returns the grants of the deleted sessions. */
export async function deleteOtherSessions(tx: Tx, user_id: number, keptGrant: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('grant_id', '!=', keptGrant)
    .returning('grant_id')
    .execute()
  return deleted.map(row => row.grant_id)
}

export async function deleteExpiredSessions(tx: Tx, user_id: number, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', user_id).where('expires_at', '<=', now).execute()
}
