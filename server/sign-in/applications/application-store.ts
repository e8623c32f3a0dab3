// The SQL of applications.

import type { Selectable, Updateable } from 'kysely'
import type { ApplicationTable } from '../../platform/schema/index.ts'
import { lockTable, type Reader, type Tx } from '../../platform/sql/index.ts'

export type ApplicationRow = Selectable<ApplicationTable>

export const listApplications = (db: Reader, user_id: number): Promise<ApplicationRow[]> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute()

export const countApplications = async (db: Reader, user_id: number): Promise<number> =>
  (
    await db
      .selectFrom('applications')
      .select(db.fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).count

/** The highest number of applications of a user. */
export const findMostApplications = async (db: Reader): Promise<number> =>
  (
    await db
      .selectFrom('applications')
      .select(db.fn.countAll<number>().as('count'))
      .where('user_id', 'is not', null)
      .groupBy('user_id')
      .orderBy('count', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.count ?? 0

export const findApplication = (db: Reader, client_id: string): Promise<ApplicationRow | undefined> =>
  db.selectFrom('applications').selectAll().where('client_id', '=', client_id).executeTakeFirst()

export async function insertApplication(tx: Tx, row: ApplicationRow): Promise<void> {
  await tx.insertInto('applications').values(row).execute()
}

/** Inserts the application that a metadata document describes, or updates it. */
export const putApplication = (tx: Tx, row: ApplicationRow): Promise<ApplicationRow> =>
  tx
    .insertInto('applications')
    .values(row)
    .onConflict(conflict =>
      conflict.column('client_id').doUpdateSet({
        name: row.name,
        redirect_uris: row.redirect_uris,
        fetched_at: row.fetched_at,
        updated_at: row.updated_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateApplication = (
  tx: Tx,
  client_id: string,
  columns: Updateable<ApplicationTable>,
): Promise<ApplicationRow> =>
  tx
    .updateTable('applications')
    .set(columns)
    .where('client_id', '=', client_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks its row until the transaction ends, on either engine, so that its parts change one request at a time. */
export const lockApplication = (tx: Tx, client_id: string): Promise<ApplicationRow | undefined> =>
  tx
    .updateTable('applications')
    .set(row => ({ user_id: row.ref('user_id') }))
    .where('client_id', '=', client_id)
    .returningAll()
    .executeTakeFirst()

/** Lists the applications of these users of which something was created with a token. */
export const listApplicationsWithParts = (tx: Tx, users: readonly number[]): Promise<{ client_id: string }[]> =>
  tx
    .selectFrom('applications')
    .select('client_id')
    .where('user_id', 'in', users)
    .where('token_parts', '<>', '[]')
    .orderBy('client_id')
    .execute()

export async function setLastUsed(tx: Tx, client_id: string, now: string): Promise<void> {
  await tx.updateTable('applications').set({ last_used_at: now }).where('client_id', '=', client_id).execute()
}

/**
 * Its grants are deleted with it (foreign key cascade). Returns the row, or undefined if another request was faster.
 */
export const deleteApplication = (tx: Tx, client_id: string): Promise<ApplicationRow | undefined> =>
  tx.deleteFrom('applications').where('client_id', '=', client_id).returningAll().executeTakeFirst()

/** Other registrations wait until the transaction ends, so that concurrent ones are counted. */
export const lockApplications = (tx: Tx): Promise<void> => lockTable(tx, 'applications')

/** Counts the applications that registered themselves since then, in total or from one network. */
export async function countRegistrations(tx: Tx, since: string, from: string | null): Promise<number> {
  const all = tx
    .selectFrom('applications')
    .select(tx.fn.countAll<number>().as('count'))
    .where('source', '=', 'registration')
    .where('created_at', '>', since)
  return (await (from === null ? all : all.where('registered_from', '=', from)).executeTakeFirstOrThrow()).count
}

const selfRegistered = ['registration', 'document'] as const

/**
 * Deletes applications without an owner that have not been used since then and that no user has authorized. Returns how
 * many.
 */
export async function deleteUnusedApplications(tx: Tx, since: string, now: string): Promise<number> {
  const unused = tx
    .deleteFrom('applications')
    .where('source', 'in', selfRegistered)
    .where('created_at', '<', since)
    .where(where => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', since)]))
    .where(where =>
      where.not(
        where.exists(
          where
            .selectFrom('grants')
            .select('grants.id')
            .whereRef('grants.client_id', '=', 'applications.client_id')
            .where('grants.revoked_at', 'is', null)
            .where('grants.expires_at', '>', now),
        ),
      ),
    )
  return Number((await unused.executeTakeFirst()).numDeletedRows)
}

/** Lists applications that registered or described themselves, newest first. */
export const listSelfRegisteredApplications = (db: Reader): Promise<ApplicationRow[]> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('source', 'in', selfRegistered)
    .orderBy('created_at', 'desc')
    .orderBy('client_id')
    .execute()

export interface BotRow {
  readonly id: number
  readonly email: string
}

/** Lists the bots of these applications that are not archived. */
export async function listBots(db: Reader, applications: readonly ApplicationRow[]): Promise<Map<number, BotRow>> {
  const ids = applications.flatMap(({ bot_user_id }) => bot_user_id ?? [])
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('archived', '=', 0)
    .execute()
  return new Map(found.map(bot => [bot.id, bot]))
}
