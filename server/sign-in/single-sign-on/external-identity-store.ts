// The SQL of external identities: which account belongs to a subject of a provider.

import type { Selectable } from 'kysely'
import type { ExternalIdentityTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type ExternalIdentityRow = Selectable<ExternalIdentityTable>

export const findIdentity = (db: Reader, issuer: string, subject: string): Promise<ExternalIdentityRow | undefined> =>
  db
    .selectFrom('external_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Finds the identity at this issuer that the account is linked to. */
export const findIdentityOfUser = (
  db: Reader,
  issuer: string,
  user_id: number,
): Promise<ExternalIdentityRow | undefined> =>
  db
    .selectFrom('external_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export async function insertIdentity(tx: Tx, row: ExternalIdentityRow): Promise<void> {
  await tx.insertInto('external_identities').values(row).execute()
}

export async function updateIdentity(
  tx: Tx,
  { issuer, subject }: Pick<ExternalIdentityRow, 'issuer' | 'subject'>,
  used: Pick<ExternalIdentityRow, 'last_used_at' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('external_identities')
    .set(used)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export async function deleteIdentitiesOf(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('external_identities').where('user_id', '=', user_id).execute()
}
