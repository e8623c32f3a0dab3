// Applies the migrations that the database lacks, forward only. A migration and its entry in `migrations` are one
// transaction, so a killed process leaves no migration half applied. Servers of the release before may be running: on
// PostgreSQL a migration waits for locks only briefly, because writers queue behind it, and then starts again.

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, engineOf } from '../sql/index.ts'
import { listAppliedMigrations, listNewerMigrations, neededMigration, recordMigration } from './applied-migrations.ts'
import { recordBackgroundSteps, type TablesInUse } from './background-steps.ts'
import type { Migration, MigrationTables } from './migration.ts'
import { migrations as everyMigration } from './migrations/index.ts'
import { releases } from './migrations/releases.ts'
import { isConflict, sqlState } from './unavailable.ts'

export interface MigrateOptions {
  /** For tests; the default is all migrations. */
  readonly migrations?: readonly Migration[] | undefined
  /** Called with the name before a migration is applied, also when it is tried again. */
  readonly onStart?: ((name: string) => void) | undefined
}

export async function migrate(
  db: Database,
  { migrations = everyMigration, onStart }: MigrateOptions = {},
): Promise<void> {
  const isNew = (await listAppliedMigrations(db.read, db.engine)).length === 0
  // SQLite has only one server, which does not answer requests yet.
  const use = isNew ? 'new' : db.engine === 'sqlite' ? 'offline' : 'online'
  let isDone = false
  while (!isDone) isDone = await untilLocked(() => db.rebuild(tx => applyNext(tx, migrations, use, onStart)))
}

/** `migrations` contains all of them, including those before it. */
export async function applyMigration(
  tx: MigrationTables,
  migrations: readonly Migration[],
  migration: Migration,
  use: TablesInUse,
): Promise<void> {
  const engine = engineOf(tx)
  await migration.up(tx, engine)
  await recordBackgroundSteps(tx, migration, use)
  await recordMigration(tx, engine, {
    name: migration.name,
    needs: neededMigration(migrations, migration, releases),
  })
}

// Read again before each one, under the lock: another process may have applied it.
async function applyNext(
  tx: MigrationTables,
  migrations: readonly Migration[],
  use: TablesInUse,
  onStart: MigrateOptions['onStart'],
): Promise<boolean> {
  const engine = engineOf(tx)
  const applied = await listAppliedMigrations(tx, engine)
  listNewerMigrations(applied, migrations)
  const names = new Set(applied.map(({ name }) => name))
  const next = migrations.find(({ name }) => !names.has(name))
  if (!next) return true
  onStart?.(next.name)
  if (engine === 'postgres' && next.step !== undefined) await limitLocks(tx)
  await applyMigration(tx, migrations, next, use)
  return false
}

/** A process that hangs here would block every writer of the table it has locked. */
async function limitLocks(tx: MigrationTables): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(tx)
}

/**
 * Retries for as long as it takes: a backup may read a table for an hour. The pause lets the waiting writers go first.
 */
async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== '55P03' && !isConflict(error)) throw error
      await delay(200 + Math.random() * 800)
    }
  }
}
