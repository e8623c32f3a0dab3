// Brings an archive into the database and the file storage. The archive is checked before anything changes, and the rows
// come in one transaction, whole or not at all. An archive of an older version is migrated on the way.

import { sql } from 'kysely'
import type { CellTypes, RowOf } from '../db/cell.ts'
import type { Database, Tx } from '../db/database.ts'
import { engineOf } from '../db/engine-of.ts'
import { applyMigration } from '../db/migrate.ts'
import type { Migration } from '../db/migration.ts'
import { migrations as everyMigration } from '../db/migrations/index.ts'
import { insertRows } from '../db/write-rows.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { entryNames } from './archive-entries.ts'
import { type ArchivedTable, tablesOf } from './archived-tables.ts'
import { checkArchive, UnfitArchive } from './check-archive.ts'
import { withoutForeignKeys } from './foreign-keys.ts'
import { type Manifest, NewerArchive } from './manifest.ts'
import { contentOf, readArchive } from './read-archive.ts'
import { setLastId } from './table-rows.ts'
import type { TarEntry } from './tar.ts'

type Files = Pick<FileStorage, 'put'>

export interface RestoreOptions {
  /** Empties a database that is in use; without it such a one is refused. */
  readonly replace?: boolean
  /** For tests: what the program itself brings is the default. */
  readonly migrations?: readonly Migration[]
}

export async function restore(
  db: Database,
  files: Files,
  path: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const { replace = false, migrations = everyMigration } = options
  const manifest = await checkArchive(path)
  refuseUnknown(path, manifest, migrations)
  const before = migrations.slice(0, manifest.migrations.length)
  const after = migrations.slice(manifest.migrations.length)
  await db.rebuild(async tx => {
    if (!replace) await refuseUsed(tx)
    await dropTables(tx, await tablesOf(migrations))
    for (const migration of before) await applyMigration(tx, db.engine, migration)
    await loadTables(tx, files, path, manifest, await tablesOf(before))
    for (const migration of after) await applyMigration(tx, db.engine, migration)
  })
  return manifest
}

function refuseUnknown(path: string, manifest: Manifest, migrations: readonly Migration[]): void {
  const known = migrations.map(migration => migration.name)
  const unknown = manifest.migrations.filter(name => !known.includes(name))
  if (unknown.length > 0) throw new UnfitArchive(path, new NewerArchive(unknown.join(', ')))
  if (manifest.migrations.some((name, index) => name !== known[index]))
    throw new UnfitArchive(path, new Error('its migrations are not in order'))
}

async function refuseUsed(tx: Tx): Promise<void> {
  const user = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) throw new Error('the database is in use already: a backup is restored into an empty one')
}

// In one statement on PostgreSQL, where a table that others refer to does not go alone
async function dropTables(tx: Tx, tables: readonly ArchivedTable[]): Promise<void> {
  const names = ['migrations', ...tables.map(table => table.name)].map(name => sql.table(name))
  if (engineOf(tx) === 'postgres') await sql`drop table ${sql.join(names)}`.execute(tx)
  else for (const name of names) await sql`drop table ${name}`.execute(tx)
}

async function loadTables(tx: Tx, files: Files, path: string, manifest: Manifest, tables: readonly ArchivedTable[]) {
  const byName = new Map(tables.map(table => [table.name, table]))
  await withoutForeignKeys(tx, tables, async () => {
    // A migration may have put rows of its own; they are in the archive as well.
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx)
    for await (const entry of readArchive(path)) await load(tx, files, byName, entry)
  })
  for (const table of tables) await setLastId(tx, table, manifest.tables[table.name]?.last_id ?? 0)
}

async function load(tx: Tx, files: Files, tables: ReadonlyMap<string, ArchivedTable>, entry: TarEntry): Promise<void> {
  if (entryNames.file.test(entry.name)) await files.put(entry.content, { maxBytes: entry.size })
  const name = entryNames.table.exec(entry.name)?.[1]
  if (name === undefined) return
  const table = tables.get(name)
  if (!table) throw new Error(`the backup holds a table ${name}, which its migrations do not make`)
  const lines = String(await contentOf(entry))
    .trimEnd()
    .split('\n')
  const list = lines.map(line => JSON.parse(line) as RowOf<CellTypes>)
  await insertRows(tx, name as never, table.columns as never, list)
}
