// The SQL of workspaces. Their users are in workspace-user-store.ts.

import type { Insertable, Updateable } from 'kysely'
import type { WorkspaceRow } from '../../accounts/access/index.ts'
import type { WorkspaceTable } from '../../platform/schema/index.ts'
import { insertRows, type Reader, type Tx } from '../../platform/sql/index.ts'

export async function insertWorkspace(tx: Tx, row: Insertable<WorkspaceTable>): Promise<WorkspaceRow> {
  const {
    erased_at: _,
    copying_until: __,
    ...inserted
  } = await tx.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow()
  return inserted
}

export async function updateWorkspaceRow(tx: Tx, id: number, columns: Updateable<WorkspaceTable>): Promise<void> {
  await tx.updateTable('workspaces').set(columns).where('id', '=', id).execute()
}

/** The metadata of the organization that a workspace belongs to, with its settings. */
export async function readOrganizationMetadata(db: Reader, id: number): Promise<{ key: string; value: string }[]> {
  const { metadata } = await db
    .selectFrom('organizations')
    .select('metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(metadata)
}

/** Marks a workspace as erased, if it is still deleted since that time. From then on it cannot be found. */
export const eraseDeleted = (tx: Tx, { id, deleted_at }: { id: number; deleted_at: string }, erased_at: string) =>
  tx
    .updateTable('workspaces')
    .set({ erased_at })
    .where('id', '=', id)
    .where('deleted_at', '=', deleted_at)
    .where('erased_at', 'is', null)
    .returning(['uid', 'name', 'organization_id'])
    .executeTakeFirst()

/** Its users, favorites and listeners are deleted with it (foreign key cascade). */
export async function deleteErasedWorkspace(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).where('erased_at', 'is not', null).execute()
}

export async function isErased(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function setFavorite(
  tx: Tx,
  { user_id, workspace_id }: { user_id: number; workspace_id: number },
  isFavorite: boolean,
): Promise<void> {
  if (!isFavorite) {
    await tx.deleteFrom('favorites').where('user_id', '=', user_id).where('workspace_id', '=', workspace_id).execute()
    return
  }
  const types = { user_id: 'integer', workspace_id: 'integer' } as const
  await insertRows(tx, 'favorites', types, [{ user_id, workspace_id }], { ignoreExisting: true })
}

/** Called when a user leaves an organization. */
export const deleteFavorites = (tx: Tx, organization_id: number, user_id: number) =>
  tx
    .deleteFrom('favorites')
    .where('user_id', '=', user_id)
    .where(
      'workspace_id',
      'in',
      tx.selectFrom('workspaces').select('id').where('organization_id', '=', organization_id),
    )
    .execute()
