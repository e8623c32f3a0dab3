// The SQL of the installation: row counts, and named facts.

import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/sql/index.ts'

interface RowCounts {
  users: number
  organizations: number
  workspaces: number
  objects: number
  listeners: number
  files: number
  bytes: number
}

export async function countEverything(db: Reader): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select (select count(*) from users where archived = 0) as users,
      (select count(*) from organizations) as organizations,
      (select count(*) from workspaces where deleted_at is null) as workspaces,
      (select count(*) from objects) as objects,
      (select count(*) from listeners) as listeners,
      (select count(*) from files) as files,
      (select coalesce(sum(size), 0) from files) as bytes`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('the count statement returned no row')
  return Object.fromEntries(
    Object.entries(counted).map(([name, count]) => [name, Number(count)]),
  ) as unknown as RowCounts
}

export async function findFact(db: Reader, name: string): Promise<string | null> {
  const found = await db.selectFrom('installation_facts').select('value').where('name', '=', name).executeTakeFirst()
  return found?.value ?? null
}

export async function setFact(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation_facts')
    .values({ name, value })
    .onConflict(taken => taken.column('name').doUpdateSet({ value }))
    .execute()
}

/** Deletes the facts whose name has this prefix and whose value is a time before `time`. */
export async function deleteFactsBefore(tx: Tx, prefix: string, time: string): Promise<void> {
  await tx.deleteFrom('installation_facts').where('name', 'like', `${prefix}%`).where('value', '<', time).execute()
}
