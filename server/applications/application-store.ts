// The SQL of applications.

import type { Selectable, Updateable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { ApplicationTable } from '../db/schema.ts'

export type ApplicationRow = Selectable<ApplicationTable>

export const listApplications = (db: Reader, user_id: number): Promise<ApplicationRow[]> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute()

export const findApplication = (db: Reader, client_id: string): Promise<ApplicationRow | undefined> =>
  db.selectFrom('applications').selectAll().where('client_id', '=', client_id).executeTakeFirst()

export async function insertApplication(tx: Tx, row: ApplicationRow): Promise<void> {
  await tx.insertInto('applications').values(row).execute()
}

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

/** Its grants are deleted with it (foreign key cascade). */
export async function deleteApplication(tx: Tx, client_id: string): Promise<void> {
  await tx.deleteFrom('applications').where('client_id', '=', client_id).execute()
}
