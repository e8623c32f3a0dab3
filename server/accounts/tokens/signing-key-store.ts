// The SQL of signing keys.

import type { Selectable } from 'kysely'
import type { SigningKeyTable } from '../../platform/schema/index.ts'
import { lockTable, type Reader, type Tx } from '../../platform/sql/index.ts'

export type SigningKeyRow = Selectable<SigningKeyTable>

/** Newest first. */
export const listSigningKeys = (db: Reader): Promise<SigningKeyRow[]> =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute()

export const lockSigningKeys = (tx: Tx): Promise<void> => lockTable(tx, 'signing_keys')

export async function insertSigningKey(tx: Tx, row: SigningKeyRow): Promise<void> {
  await tx.insertInto('signing_keys').values(row).execute()
}

export async function deleteSigningKeys(tx: Tx, kids: readonly string[]): Promise<void> {
  if (kids.length > 0) await tx.deleteFrom('signing_keys').where('kid', 'in', kids).execute()
}

export async function clearPrivateKeys(tx: Tx): Promise<void> {
  await tx.updateTable('signing_keys').set({ private_jwk: '' }).execute()
}
