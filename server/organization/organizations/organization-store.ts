// The SQL of organizations.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OrganizationTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type OrganizationRow = Selectable<OrganizationTable>

export const findOrganization = (db: Reader, id: number): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

export const findFirstOrganization = (db: Reader): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organizations').selectAll().orderBy('id').limit(1).executeTakeFirst()

/** account_id equals the id: every organization is its own account. */
export async function insertOrganization(
  tx: Tx,
  row: Omit<Insertable<OrganizationTable>, 'id' | 'account_id'>,
): Promise<OrganizationRow> {
  const { id } = await tx
    .insertInto('organizations')
    .values({ ...row, account_id: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return await tx
    .updateTable('organizations')
    .set({ account_id: id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateOrganization(tx: Tx, id: number, columns: Updateable<OrganizationTable>): Promise<void> {
  await tx.updateTable('organizations').set(columns).where('id', '=', id).execute()
}

/** Locks the organization's row until the transaction ends, on either engine, so that changes to members run one by one. */
export async function lockOrganization(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('organizations').set({ updated_at: sql<string>`updated_at` }).where('id', '=', id).execute()
}
