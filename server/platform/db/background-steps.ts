// The rows of `migration_steps`: the work that applied migrations have left for the background, and its progress. Any
// server that knows a step resumes it from its row.

import { sql } from 'kysely'
import type { MigrationStepTable } from '../schema/index.ts'
import { type Reader, skipLocked, type Tx } from '../sql/index.ts'
import type { BackgroundStep, BatchResult, Migration, MigrationTables } from './migration.ts'

/** The state of a database whose tables a migration changes: without rows, not used by any server, or in use. */
export type TablesInUse = 'new' | 'offline' | 'online'

export const stepName = (migration: Migration, step: BackgroundStep): string =>
  `${migration.name}/${'index' in step ? step.index : step.name}`

/** Runs a step at once if no other work has to wait for it, and records the others. */
export async function recordBackgroundSteps(
  tx: MigrationTables,
  migration: Migration,
  use: TablesInUse,
): Promise<void> {
  for (const step of migration.background ?? []) {
    const isIndex = 'index' in step
    if (isIndex && use !== 'online') await sql.raw(`create index ${step.index} on ${step.on}`).execute(tx)
    if (use === 'new' || (isIndex && use === 'offline')) continue
    await sql`insert into migration_steps (name) values (${stepName(migration, step)})`.execute(tx)
  }
}

/** Lists the steps in the order they were recorded, which is that of their migrations. */
export const listUnfinishedSteps = async (db: Reader): Promise<MigrationStepTable[]> =>
  await db.selectFrom('migration_steps').selectAll().where('finished_at', 'is', null).orderBy('name').execute()

/** Returns null if the step is finished, or another server is running it. */
export async function lockStep(tx: Tx, name: string): Promise<MigrationStepTable | null> {
  const { rows } = await sql<MigrationStepTable>`
    select * from migration_steps where name = ${name} and finished_at is null ${skipLocked(tx)}`.execute(tx)
  return rows[0] ?? null
}

export async function saveProgress(tx: Tx, name: string, { rows, position }: BatchResult): Promise<void> {
  const now = new Date().toISOString()
  await tx
    .updateTable('migration_steps')
    .set(({ fn, ref, val }) => ({
      rows_done: sql<number>`${ref('rows_done')} + ${rows}`,
      started_at: fn.coalesce(ref('started_at'), val(now)),
      position,
      finished_at: position === null ? now : null,
    }))
    .where('name', '=', name)
    .execute()
}
