// The SQL of exports.

import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { markErased } from '../../platform/files/index.ts'
import type { ExportTable } from '../../platform/schema/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'

export type ExportRow = Selectable<ExportTable>

export async function insertExport(tx: Tx, row: ExportRow): Promise<void> {
  await tx.insertInto('exports').values(row).execute()
}

export const findExport = (db: Reader, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()

/** Only the user who requested an export can see it, until it expires. */
export const findOwnExport = (
  db: Reader,
  { id, workspace_id, user_id }: Pick<ExportRow, 'id' | 'workspace_id' | 'user_id'>,
  now: string,
): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Has no effect on an export that is done or has failed. */
export async function updateExport(tx: Tx, id: string, columns: Updateable<ExportTable>): Promise<void> {
  await tx
    .updateTable('exports')
    .set({ ...columns, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** Counts the exports of a user that are not finished, and those since a time. */
export async function countExports(
  db: Reader,
  user_id: number,
  since: string,
): Promise<{ unfinished: number; recent: number }> {
  const found = await sql<{ unfinished: number; recent: number }>`
    select coalesce(sum(case when state in ('waiting', 'running') then 1 else 0 end), 0) as unfinished,
           coalesce(sum(case when created_at > ${since} then 1 else 0 end), 0) as recent
    from exports where user_id = ${user_id}`.execute(db)
  const { unfinished, recent } = found.rows[0] as { unfinished: number | string; recent: number | string }
  return { unfinished: Number(unfinished), recent: Number(recent) }
}

/** Returns the workspace of an export, or undefined if it is deleted. */
export const findExportedWorkspace = (db: Reader, id: number) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'uid', 'name', 'description', 'organization_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** Used by the command line. */
export const findWorkspaceByUid = (db: Reader, uid: string) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'uid', 'name', 'description', 'organization_id'])
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** Deletes the exports that have expired, and marks their files for removal. */
export const purgeExports = (db: Database, now = new Date()): Promise<void> =>
  db.write(tx => deleteExports(tx, 'expires_at', '<=', now.toISOString()))

/** Called in the transaction that deletes a workspace. */
export const eraseExports = (tx: Tx, workspace_id: number): Promise<void> =>
  deleteExports(tx, 'workspace_id', '=', workspace_id)

async function deleteExports(
  tx: Tx,
  column: 'expires_at' | 'workspace_id',
  comparison: '<=' | '=',
  value: string | number,
): Promise<void> {
  const found = await tx.selectFrom('exports').select('hash').where(column, comparison, value).execute()
  if (found.length === 0) return
  await tx.deleteFrom('exports').where(column, comparison, value).execute()
  await markErased(
    tx,
    found.flatMap(({ hash }) => (hash === null ? [] : [{ hash }])),
  )
}
