// Writes an archive of everything, while the server goes on: a gzipped tar with the files, the rows of every table as JSON
// lines as they were at one moment, and a manifest. It can be restored on either engine.

import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../db/database.ts'
import type { Migration } from '../db/migration.ts'
import { migrations as everyMigration } from '../db/migrations/index.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { fileEntries, lastEntry, tableEntries } from './archive-entries.ts'
import { type ArchivedTable, tablesOf } from './archived-tables.ts'
import { archiveFormat, Counter, type Manifest, type TableSummary } from './manifest.ts'
import { readLastId } from './table-rows.ts'

type Files = Pick<FileStorage, 'list' | 'open'>
type Add = (entries: AsyncIterable<Uint8Array>) => Promise<void>

/** The archive appears at `path` when it is whole and synced, and not before. */
export async function backUp(
  db: Database,
  files: Files,
  path: string,
  migrations: readonly Migration[] = everyMigration,
): Promise<Manifest> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  try {
    const manifest = await writeArchive(partial, add => addEverything(add, db, files, migrations))
    await rename(partial, path)
    await syncFolder(dirname(path))
    return manifest
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

// A file is there before a row refers to it. So the files go first, then the rows, then the files that came meanwhile: only
// one that was both added and removed during the backup is missed. The margin is for a storage whose clock is not ours.
async function addEverything(
  add: Add,
  db: Database,
  files: Files,
  migrations: readonly Migration[],
): Promise<Manifest> {
  const startedAt = Date.now()
  const marginMs = 5 * 60_000
  const counter = new Counter()
  await add(fileEntries(files, new Date(0), counter))
  const tables = await addTables(add, db, await tablesOf(migrations))
  await add(fileEntries(files, new Date(startedAt - marginMs), counter))
  const manifest: Manifest = {
    format: archiveFormat,
    created_at: new Date().toISOString(),
    engine: db.engine,
    migrations: migrations.map(migration => migration.name),
    tables,
    files: counter.tally(),
  }
  await add(lastEntry(manifest))
  return manifest
}

function addTables(add: Add, db: Database, tables: readonly ArchivedTable[]): Promise<Record<string, TableSummary>> {
  return db.snapshot(async reader => {
    const summaries: Record<string, TableSummary> = {}
    for (const table of tables) {
      const counter = new Counter()
      await add(tableEntries(reader, table, counter))
      summaries[table.name] = { ...counter.tally(), last_id: await readLastId(reader, table) }
    }
    return summaries
  })
}

async function writeArchive<T>(path: string, fill: (add: Add) => Promise<T>): Promise<T> {
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  try {
    const [result] = await Promise.all([fillAndEnd(), written])
    return result
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    throw error
  }

  async function fillAndEnd(): Promise<T> {
    const result = await fill(entries => pipeline(entries, gzip, { end: false }))
    gzip.end()
    return result
  }
}

// Windows neither can open folders nor needs to.
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
