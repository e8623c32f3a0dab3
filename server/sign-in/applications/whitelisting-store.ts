// The SQL of whitelistings: which organization allows which application to use refresh tokens.

import type { WhitelistingTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export const listApplicationsWhitelistedBy = (db: Reader, organization_id: number) =>
  db
    .selectFrom('whitelistings as w')
    .innerJoin('applications as a', 'a.client_id', 'w.client_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.client_id', 'a.name', 'u.first_name', 'u.last_name', 'w.created_at'])
    .where('w.organization_id', '=', organization_id)
    .orderBy('w.created_at')
    .orderBy('a.client_id')
    .execute()

export const listOrganizationsWhitelisting = (db: Reader, client_id: string) =>
  db
    .selectFrom('whitelistings as w')
    .innerJoin('organizations as o', 'o.id', 'w.organization_id')
    .select(['o.id', 'o.name', 'w.created_at'])
    .where('w.client_id', '=', client_id)
    .orderBy('w.created_at')
    .orderBy('o.id')
    .execute()

/** Returns the name of the application, or null if it was not whitelisted. */
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

/** Returns false if it was whitelisted already. */
export async function insertWhitelisting(tx: Tx, row: WhitelistingTable): Promise<boolean> {
  const inserted = await tx
    .insertInto('whitelistings')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export interface JoinedOrganization {
  readonly name: string
  /** JSON. */
  readonly metadata: string
  readonly isWhitelisting: boolean
}

/** The organizations that the user has joined, and which of them whitelisted the application. */
export async function listOrganizationsFor(
  db: Reader,
  user_id: number,
  client_id: string,
): Promise<JoinedOrganization[]> {
  const found = await db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.id', 'ou.organization_id')
    .leftJoin('whitelistings as w', join =>
      join.onRef('w.organization_id', '=', 'o.id').on('w.client_id', '=', client_id),
    )
    .select(['o.name', 'o.metadata', 'w.client_id'])
    .where('ou.user_id', '=', user_id)
    .where('ou.invited_state', '=', 'ACCEPTED')
    .orderBy('o.id')
    .execute()
  return found.map(({ client_id: whitelisted, ...rest }) => ({ ...rest, isWhitelisting: whitelisted !== null }))
}
