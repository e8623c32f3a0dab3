// Reads which migrations a database has, and decides whether this program can run on it. Each entry names the migration
// that a server must know to work with the tables after it, so that a server of the previous release starts on a
// database that a newer one has migrated.

import { sql } from 'kysely'
import { type Engine, engineOf } from '../sql/index.ts'
import type { Migration, MigrationTables } from './migration.ts'
import type { Release } from './migrations/releases.ts'

export interface AppliedMigration {
  readonly name: string
  /** Null if only servers that know the migration itself can run on the database. */
  readonly needs: string | null
}

export async function listAppliedMigrations(tx: MigrationTables, engine: Engine): Promise<AppliedMigration[]> {
  if (!(await hasMigrationsTable(tx, engine))) return []
  // Selects all columns, because a database from before rolling upgrades has no `needs`.
  const { rows } = await sql<{ name: string; needs?: string | null }>`select * from migrations order by name`.execute(
    tx,
  )
  return rows.map(({ name, needs }) => ({ name, needs: needs ?? null }))
}

/** Returns the migrations that only a newer version knows. Throws if this program cannot run on their tables. */
export function listNewerMigrations(applied: readonly AppliedMigration[], migrations: readonly Migration[]): string[] {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = applied.filter(({ name }) => !known.has(name))
  const refused = newer.filter(({ needs }) => needs === null || !known.has(needs))
  if (refused.length > 0)
    throw new Error(`the database was made by a newer Tessera (${namesOf(refused)}): start that version`)
  const names = new Set(applied.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !names.has(name))
  if (newer.length > 0 && missing.length > 0)
    throw new Error(
      `the database has ${namesOf(newer)}, but not ${namesOf(missing)}: it was made by a version that does not follow this one`,
    )
  return newer.map(({ name }) => name)
}

/** This program does not know the tables and columns that a newer one has added, so a backup of it would lack them. */
export async function requireNoNewerMigrations(tx: MigrationTables, migrations: readonly Migration[]): Promise<void> {
  const newer = listNewerMigrations(await listAppliedMigrations(tx, engineOf(tx)), migrations)
  if (newer.length > 0)
    throw new Error(`the database was migrated by a newer Tessera (${newer.join(', ')}): use that version`)
}

/** The newest migration of the previous release. */
export function neededMigration(
  migrations: readonly Migration[],
  migration: Migration,
  releases: readonly Release[],
): string | null {
  if (migration.step === undefined) return null
  const released = new Set(releases.map(release => release.migration))
  const earlier = migrations.slice(0, migrations.indexOf(migration))
  return earlier.findLast(({ name, step }) => step === undefined || released.has(name))?.name ?? null
}

export async function recordMigration(tx: MigrationTables, engine: Engine, entry: AppliedMigration): Promise<void> {
  const now = new Date().toISOString()
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(tx)
  if (entry.needs === null) {
    await sql`insert into migrations (name, applied_at) values (${entry.name}, ${now})`.execute(tx)
    return
  }
  if (!(await hasNeedsColumn(tx, engine))) await sql`alter table migrations add column needs text`.execute(tx)
  await sql`insert into migrations (name, applied_at, needs) values (${entry.name}, ${now}, ${entry.needs})`.execute(tx)
}

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(', ')

async function hasMigrationsTable(tx: MigrationTables, engine: Engine): Promise<boolean> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select 1 from sqlite_schema where type = 'table' and name = 'migrations'`.execute(tx)
      : // From a table, because the function alone may return what it has returned before the lock was taken.
        await sql`select 1 from pg_class where oid = to_regclass('migrations')`.execute(tx)
  return rows.length > 0
}

async function hasNeedsColumn(tx: MigrationTables, engine: Engine): Promise<boolean> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select 1 from pragma_table_info('migrations') where name = 'needs'`.execute(tx)
      : await sql`select 1 from pg_attribute
          where attrelid = to_regclass('migrations') and attname = 'needs' and not attisdropped`.execute(tx)
  return rows.length > 0
}
