// The SQL of recovery codes.

import type { Reader, Tx } from '../../platform/sql/index.ts'

export async function replaceRecoveryCodes(
  tx: Tx,
  user_id: number,
  hashes: readonly string[],
  now: string,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  if (hashes.length === 0) return
  const rows = hashes.map(hash => ({ user_id, hash, created_at: now, used_at: null }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Returns false if there is no such code, or if it was used. */
export async function markRecoveryCodeUsed(tx: Tx, user_id: number, hash: string, now: string): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Reader, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(db.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
