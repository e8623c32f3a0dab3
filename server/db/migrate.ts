// Applies the migrations that the database lacks, forward only. A migration and its entry in `migrations` are one
// transaction, so a killed process leaves no migration half applied.

import { type Kysely, sql } from 'kysely'
import type { Database, Engine } from './database.ts'
import type { Migration } from './migration.ts'
import { migrations as everyMigration } from './migrations/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables while they are being made have no Schema yet
type Tables = Kysely<any>

export async function migrate(db: Database, migrations: readonly Migration[] = everyMigration): Promise<void> {
  let isDone = false
  while (!isDone) isDone = await db.rebuild(tx => applyNext(tx, db.engine, migrations))
}

export async function applyMigration(tx: Tables, engine: Engine, migration: Migration): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(tx)
  await migration.up(tx, engine)
  await sql`insert into migrations (name, applied_at) values (${migration.name}, ${new Date().toISOString()})`.execute(
    tx,
  )
}

export async function listAppliedMigrations(tx: Tables, engine: Engine): Promise<string[]> {
  if (!(await hasMigrationsTable(tx, engine))) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx)
  return rows.map(row => row.name)
}

// Read again before each one, under the lock: another process may have applied it.
async function applyNext(tx: Tables, engine: Engine, migrations: readonly Migration[]): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(tx, engine))
  const unknown = [...applied.difference(new Set(migrations.map(migration => migration.name)))]
  if (unknown.length > 0)
    throw new Error(`the database was made by a newer Tessera (${unknown.join(', ')}): start that version`)
  const next = migrations.find(migration => !applied.has(migration.name))
  if (next) await applyMigration(tx, engine, next)
  return next === undefined
}

async function hasMigrationsTable(tx: Tables, engine: Engine): Promise<boolean> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select 1 from sqlite_schema where type = 'table' and name = 'migrations'`.execute(tx)
      : await sql`select 1 where to_regclass('migrations') is not null`.execute(tx)
  return rows.length > 0
}
