// The SQL of the audit log. Entries are added and read, never changed.

import type { Selectable } from 'kysely'
import type { AuditEntryTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import type { Slice } from '../../tools/index.ts'

export async function insertAuditEntries(tx: Tx, rows: readonly AuditEntryTable[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('audit_entries')
    .values([...rows])
    .execute()
}

export async function hasAuditEntry(
  db: Reader,
  entry: { organization_id: number; action: string; subject_id: string; after_id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('organization_id', '=', entry.organization_id)
    .where('id', '>', entry.after_id)
    .where('action', '=', entry.action)
    .where('subject_id', '=', entry.subject_id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type FoundEntry = Selectable<AuditEntryTable> & {
  email: string | null
  first_name: string | null
  last_name: string | null
}

/** Newest first. */
export async function listAuditEntries(
  db: Reader,
  organization_id: number,
  { limit, offset }: Slice,
): Promise<{ found: FoundEntry[]; total: number }> {
  const all = db.selectFrom('audit_entries as a').where('a.organization_id', '=', organization_id)
  const found = await all
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .selectAll('a')
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { found, total }
}
