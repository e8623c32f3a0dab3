// The SQL of refresh tokens.

import type { Selectable } from 'kysely'
import type { RefreshTokenTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'

export type RefreshTokenRow = Selectable<RefreshTokenTable>

export const findRefreshToken = (db: Reader, hash: string): Promise<RefreshTokenRow | undefined> =>
  db.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()

export async function insertRefreshToken(tx: Tx, row: RefreshTokenRow): Promise<void> {
  await tx.insertInto('refresh_tokens').values(row).execute()
}

export async function setRefreshTokenUsed(tx: Tx, hash: string, now: string): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ used_at: now }).where('hash', '=', hash).execute()
}
