// Writes a backup while the server runs: a gzipped tar with the files, the rows of every table as JSON lines from one
// database snapshot, and a manifest. It can be encrypted, and restored on either engine.

import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { migrations as allMigrations, type Migration, requireNoNewerMigrations } from '../db/index.ts'
import type { FileStorage } from '../files/index.ts'
import type { Database } from '../sql/index.ts'
import { fileEntries, manifestEntry, tableEntries } from './archive-entries.ts'
import { listArchivedTables } from './archived-tables.ts'
import { type ArchiveKey, encryptArchive } from './encrypt-archive.ts'
import { archiveFormat, Counter, type Manifest, type TableSummary } from './manifest.ts'
import { readLastId } from './table-rows.ts'

type Files = Pick<FileStorage, 'list' | 'open'>
type Add = (entries: AsyncIterable<Uint8Array>) => Promise<void>

export interface BackupOptions {
  /** The key that encrypts the archive. */
  readonly key?: ArchiveKey | undefined
  /** For tests; the default is all migrations. */
  readonly migrations?: readonly Migration[]
}

/** The archive appears at `path` only when it is complete and synced. Throws BackupFailed. */
export async function backUp(
  db: Database,
  files: Files,
  path: string,
  { key, migrations = allMigrations }: BackupOptions = {},
): Promise<Manifest> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  try {
    const manifest = await writeArchive(partial, key, add => writeEntries(add, db, files, migrations))
    await rename(partial, path)
    await syncFolder(dirname(path))
    return manifest
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw new BackupFailed(path, partial, error)
  }
}

/** Errors name the file that was requested, never the temporary one. */
class BackupFailed extends Error {
  override name = 'BackupFailed'
  constructor(path: string, partial: string, cause: unknown) {
    super(`the backup ${path} could not be written: ${reasonOf(path, partial, cause)}`, { cause })
  }
}

function reasonOf(path: string, partial: string, cause: unknown): string {
  const { code, path: failedPath, message } = cause as NodeJS.ErrnoException
  const isTarget = failedPath === partial
  if (isTarget && code === 'ENOENT') return `the folder ${dirname(path)} does not exist`
  if (isTarget && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))
    return `the folder ${dirname(path)} is not writable`
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  return (message ?? String(cause)).replaceAll(partial, path)
}

// A file is stored before a row references it. So files are written first, then the rows, then the files stored meanwhile:
// only a file that was both added and removed during the backup is missed. The margin allows for a storage whose clock
// differs from ours.
async function writeEntries(add: Add, db: Database, files: Files, migrations: readonly Migration[]): Promise<Manifest> {
  const startedAt = Date.now()
  const marginMs = 5 * 60_000
  const counter = new Counter()
  await add(fileEntries(files, new Date(0), counter))
  const tables = await addTables(add, db, migrations)
  await add(fileEntries(files, new Date(startedAt - marginMs), counter))
  const manifest: Manifest = {
    format: archiveFormat,
    created_at: new Date().toISOString(),
    engine: db.engine,
    migrations: migrations.map(migration => migration.name),
    tables,
    files: counter.tally(),
  }
  await add(manifestEntry(manifest))
  return manifest
}

async function addTables(
  add: Add,
  db: Database,
  migrations: readonly Migration[],
): Promise<Record<string, TableSummary>> {
  const tables = await listArchivedTables(migrations)
  return await db.snapshot(async reader => {
    await requireNoNewerMigrations(reader, migrations)
    const summaries: Record<string, TableSummary> = {}
    for (const table of tables) {
      const counter = new Counter()
      await add(tableEntries(reader, table, counter))
      summaries[table.name] = { ...counter.tally(), last_id: await readLastId(reader, table) }
    }
    return summaries
  })
}

async function writeArchive<T>(path: string, key: ArchiveKey | undefined, fill: (add: Add) => Promise<T>): Promise<T> {
  const gzip = createGzip()
  // Each pipeline that does not end its target leaves a listener on it, and there is one per table.
  gzip.setMaxListeners(0)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const written = key ? pipeline(gzip, source => encryptArchive(source, key), file) : pipeline(gzip, file)
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

// Windows cannot open folders and does not need to.
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
