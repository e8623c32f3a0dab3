// Restores an archive to the database and the file storage. The archive is checked before anything changes, and all rows
// are loaded in one transaction. An archive of an older version is migrated.

import { sql } from 'kysely'
import { migrations as allMigrations, applyMigration, type Migration, requireNoNewerMigrations } from '../db/index.ts'
import type { FileStorage } from '../files/index.ts'
import { type CellTypes, type Database, engineOf, insertRows, type RowOf, type Tx } from '../sql/index.ts'
import { entryNames } from './archive-entries.ts'
import { type ArchivedTable, listArchivedTables } from './archived-tables.ts'
import { checkArchive, UnusableArchive } from './check-archive.ts'
import type { ArchiveKey } from './encrypt-archive.ts'
import { withoutForeignKeys } from './foreign-keys.ts'
import { type Manifest, NewerArchive } from './manifest.ts'
import { contentOf, readArchive } from './read-archive.ts'
import { setLastId } from './table-rows.ts'
import type { TarEntry } from './tar.ts'

type Files = Pick<FileStorage, 'put'>

export interface RestoreOptions {
  /** Replaces the content of a database that is in use; without this, only an empty one is accepted. */
  readonly replace?: boolean
  /** The key of an encrypted archive. */
  readonly key?: ArchiveKey | undefined
  /** Called when all rows are loaded, in their transaction. If it throws, nothing is changed. */
  readonly finish?: (tx: Tx) => Promise<void>
  /** For tests; the default is all migrations. */
  readonly migrations?: readonly Migration[]
}

export async function restore(
  db: Database,
  files: Files,
  path: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const { replace = false, migrations = allMigrations, key, finish } = options
  const manifest = await checkArchive(path, key)
  requireKnownMigrations(path, manifest, migrations)
  const before = migrations.slice(0, manifest.migrations.length)
  const after = migrations.slice(manifest.migrations.length)
  await db.rebuild(async tx => {
    await requireNoNewerMigrations(tx, migrations)
    if (!replace) await requireEmptyDatabase(tx)
    await dropTables(tx, await listArchivedTables(migrations))
    for (const migration of before) await applyMigration(tx, migrations, migration, 'new')
    await loadTables(tx, files, readArchive(path, key), manifest, await listArchivedTables(before))
    for (const migration of after) await applyMigration(tx, migrations, migration, 'offline')
    await finish?.(tx)
  })
  return manifest
}

function requireKnownMigrations(path: string, manifest: Manifest, migrations: readonly Migration[]): void {
  const known = migrations.map(migration => migration.name)
  const unknown = manifest.migrations.filter(name => !known.includes(name))
  if (unknown.length > 0) throw new UnusableArchive(path, new NewerArchive(unknown.join(', ')))
  if (manifest.migrations.some((name, index) => name !== known[index]))
    throw new UnusableArchive(path, new Error('its migrations are not in order'))
}

async function requireEmptyDatabase(tx: Tx): Promise<void> {
  const user = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) throw new Error('the database is already in use: a backup can only be restored to an empty one')
}

// One statement drops all tables on PostgreSQL, which does not drop a table that others reference.
async function dropTables(tx: Tx, tables: readonly ArchivedTable[]): Promise<void> {
  const names = ['migrations', ...tables.map(table => table.name)].map(name => sql.table(name))
  if (engineOf(tx) === 'postgres') await sql`drop table ${sql.join(names)}`.execute(tx)
  else for (const name of names) await sql`drop table ${name}`.execute(tx)
}

async function loadTables(
  tx: Tx,
  files: Files,
  entries: AsyncIterable<TarEntry>,
  manifest: Manifest,
  tables: readonly ArchivedTable[],
) {
  const byName = new Map(tables.map(table => [table.name, table]))
  await withoutForeignKeys(tx, tables, async () => {
    // Migrations may have inserted rows that are in the archive as well.
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx)
    for await (const entry of entries) await load(tx, files, byName, entry)
  })
  for (const table of tables) await setLastId(tx, table, manifest.tables[table.name]?.last_id ?? 0)
}

async function load(tx: Tx, files: Files, tables: ReadonlyMap<string, ArchivedTable>, entry: TarEntry): Promise<void> {
  if (entryNames.file.test(entry.name)) await files.put(entry.content, { maxBytes: entry.size })
  const name = entryNames.table.exec(entry.name)?.[1]
  if (name === undefined) return
  const table = tables.get(name)
  if (!table) throw new Error(`the backup contains a table ${name} that its migrations do not create`)
  const lines = String(await contentOf(entry))
    .trimEnd()
    .split('\n')
  const list = lines.map(line => JSON.parse(line) as RowOf<CellTypes>)
  await insertRows(tx, name as never, table.columns as never, list)
}
