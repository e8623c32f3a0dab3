// The SQL of imports.

import { ownerRole } from '@tessera/contract'
import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { insertFiles, markErased } from '../../platform/files/index.ts'
import type { ImportTable } from '../../platform/schema/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'

export type ImportRow = Selectable<ImportTable>

type NewImport = Pick<
  ImportRow,
  | 'id'
  | 'workspace_id'
  | 'user_id'
  | 'grant_id'
  | 'format'
  | 'name'
  | 'x'
  | 'y'
  | 'source_hash'
  | 'miro_board'
  | 'miro_token'
  | 'created_at'
>

export const insertImport = (tx: Tx, row: NewImport): Promise<ImportRow> =>
  tx
    .insertInto('imports')
    .values({ ...row, state: 'waiting', updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findImport = (db: Reader, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** Only the user who started an import can see it. */
export const findOwnImport = (
  db: Reader,
  { id, workspace_id, user_id }: Pick<ImportRow, 'id' | 'workspace_id' | 'user_id'>,
): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export async function updateImport(tx: Tx, id: string, columns: Updateable<ImportTable>): Promise<void> {
  const updated_at = new Date().toISOString()
  await tx
    .updateTable('imports')
    .set({ ...columns, updated_at })
    .where('id', '=', id)
    .execute()
}

/** Records a file that only the import needs, so that it counts as storage of the organization. */
export const insertImportFile = (
  tx: Tx,
  { hash, size }: { readonly hash: string; readonly size: number },
  created_at: string,
): Promise<unknown> => insertFiles(tx, [{ hash, size, mime: 'application/octet-stream', created_at }])

/** Sets the final state, and marks the files that only the import needed for removal. */
export async function endImport(tx: Tx, row: ImportRow, columns: Updateable<ImportTable>): Promise<void> {
  await updateImport(tx, row.id, columns)
  const hashes = [row.source_hash, row.prepared_hash].filter(hash => hash !== null && hash !== '')
  await markErased(
    tx,
    hashes.map(hash => ({ hash: hash as string })),
  )
}

/** Whether there is nothing left to fetch: a file was sent, the board has been fetched, or the import has ended. */
export const isFetched = ({ source_hash, state }: ImportRow): boolean =>
  source_hash !== '' || state === 'done' || state === 'failed'

/** False, and changes nothing, if the board has been fetched or the import has ended. */
export async function updateFetch(tx: Tx, id: string, columns: Updateable<ImportTable>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ ...columns, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('source_hash', '=', '')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the workspace of an import and the address of its user, or undefined if the workspace has been erased. */
export const findImportContext = (db: Reader, { workspace_id, user_id }: ImportRow) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('users as u', join => join.on('u.id', '=', user_id))
    .select(['w.uid', 'u.email'])
    .where('w.id', '=', workspace_id)
    .where('w.erased_at', 'is', null)
    .executeTakeFirst()

export async function findImportOrganization(db: Reader, { workspace_id }: ImportRow): Promise<number> {
  const found = await db
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return found.organization_id
}

/** Returns undefined if there is no such workspace, or if it has no Owner. */
export const findWorkspaceOwner = (db: Reader, uid: string) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('workspace_users as u', 'u.workspace_id', 'w.id')
    .select('u.user_id')
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .where('u.workspace_role_id', '=', ownerRole)
    .executeTakeFirst()

export interface BoardExtent {
  top_y: number | null
  right_x: number | null
}

export async function findExtent(db: Reader, workspace_id: number): Promise<BoardExtent> {
  const found = await sql<BoardExtent>`
    select min(top_y) as top_y, max(right_x) as right_x
    from objects where workspace_id = ${workspace_id} and parent_id is null`.execute(db)
  return found.rows[0] as BoardExtent
}

/** Whether an object or comment with this id exists, or has existed. Ids are never reused. */
export async function hasExisted(db: Reader, workspace_id: number, id: string): Promise<boolean> {
  const found = await sql`
    select 1 as found from (select 1 as one) as k
    where exists (select 1 from objects o where o.workspace_id = ${workspace_id} and o.id = ${id})
      or exists (select 1 from comments c where c.workspace_id = ${workspace_id} and c.id = ${id})
      or exists (select 1 from events e where e.workspace_id = ${workspace_id} and e.object_id = ${id}
        and e.type like '%\_DELETE' escape '\')`.execute(db)
  return found.rows.length > 0
}

/** Returns those of the comments that exist. */
export async function findCommentIds(db: Reader, workspace_id: number, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('comments')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids)
    .execute()
  return found.map(({ id }) => id)
}

const retentionMs = 90 * 24 * 3_600_000

/** The maximum time for fetching a board from another service, and for keeping the token for it. */
export const maxFetchMs = 15 * 60_000

/** Deletes the records of imports that ended three months ago. */
export async function purgeImports(db: Database, now = Date.now()): Promise<void> {
  const before = new Date(now - retentionMs).toISOString()
  await db.write(tx =>
    tx.deleteFrom('imports').where('state', 'in', ['done', 'failed']).where('updated_at', '<', before).execute(),
  )
}
