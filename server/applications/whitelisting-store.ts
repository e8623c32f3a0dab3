// The SQL of which organizations let which applications use refresh tokens.

import type { Reader, Tx } from '../db/database.ts'

export const listWhitelisted = (db: Reader, organization_id: number) =>
  db
    .selectFrom('whitelistings as w')
    .innerJoin('applications as a', 'a.client_id', 'w.client_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.client_id', 'a.name', 'u.first_name', 'u.last_name', 'w.created_at'])
    .where('w.organization_id', '=', organization_id)
    .orderBy('w.created_at')
    .orderBy('a.client_id')
    .execute()

export const listWhitelisting = (db: Reader, client_id: string) =>
  db
    .selectFrom('whitelistings as w')
    .innerJoin('organizations as o', 'o.id', 'w.organization_id')
    .select(['o.id', 'o.name', 'w.created_at'])
    .where('w.client_id', '=', client_id)
    .orderBy('w.created_at')
    .orderBy('o.id')
    .execute()

/** The name of the application that was withdrawn; null where it was not whitelisted. */
export async function deleteWhitelisting(
  tx: Tx,
  { organization_id, client_id }: { organization_id: number; client_id: string },
): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('whitelistings')
    .where('organization_id', '=', organization_id)
    .where('client_id', '=', client_id)
    .returning('client_id')
    .executeTakeFirst()
  if (!deleted) return null
  const application = tx.selectFrom('applications').select('name').where('client_id', '=', client_id)
  return (await application.executeTakeFirstOrThrow()).name
}
