// Reads the file of an import: a child process turns it into changes, and the images and documents in it are stored.
// The result is stored as well, so that an interrupted import continues with exactly the same changes.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Kind, kinds, Problem } from '@tessera/contract'
import type { FailedImport, PreparedChange, PreparedImport, PreparedNotice } from '@tessera/formats/prepared-import'
import type { UploadedFile } from '../../accounts/handler.ts'
import type { ReceiveFile } from '../../board/index.ts'
import { checkStorage, type FileStorage, FileTooLarge } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { ChildFailed } from '../sandbox/processing-errors.ts'
import type { Processing } from '../uploads/processing.ts'
import type { FileFields } from '../uploads/receive-file.ts'
import { copyToFolder } from '../uploads/store-pictures.ts'
import { ImportFailed } from './import-failed.ts'
import { findExtent, findImportOrganization, type ImportRow, insertImportFile, updateImport } from './import-store.ts'
import type { StoredReport } from './import-view.ts'

export interface ReadDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly receive: ReceiveFile
  readonly withImportChild: Processing['withImportChild']
  readonly readMs: number
  /** 0 for no limit. */
  readonly storageLimitBytes: number
}

/** What the server itself detected about the files in an import, by the ids of their objects. */
export interface ImportedFiles {
  readonly known: Readonly<Record<string, FileFields>>
  /** Objects whose file is neither an image nor a document. */
  readonly unreadable: readonly string[]
}

/** How often a child process may die while it reads the file. */
const maxTries = 2
const maxPreparedBytes = 4_000_000_000
/** The distance between existing objects and imported ones. */
const gap = 200

/** Returns the row with the prepared changes. Throws ImportFailed if the file cannot be read. */
export async function readImport(
  dependencies: ReadDependencies,
  row: ImportRow,
  { email, canComment, signal }: { email: string; canComment: boolean; signal: AbortSignal },
): Promise<ImportRow> {
  const { db, files, withImportChild, readMs } = dependencies
  if (row.tries >= maxTries) throw new ImportFailed('crashes', 'The program that reads the file crashed several times')
  await db.write(tx => updateImport(tx, row.id, { state: 'running' }))
  const read = withImportChild(signal, async (child, folder) => {
    const path = await copyToFolder(files, row.source_hash, folder, 'board')
    const at = await placeFor(db, row)
    const { id: import_id, name, format } = row
    const task = { path, folder, name, format, import_id, at, email, canComment }
    const prepared = await child.run('read-board-file', task, { timeoutMs: readMs, signal }).catch(asFailure)
    if ('failed' in prepared) throw new ImportFailed(prepared.failed.code, prepared.failed.message)
    return await storePrepared(dependencies, row, prepared)
  })
  return await read.catch(async error => {
    if (error instanceof ChildFailed && error.reason !== 'aborted')
      await db.write(tx => updateImport(tx, row.id, { tries: row.tries + 1 }))
    throw error
  })
}

/** A process that timed out would do so again. */
function asFailure(error: unknown): FailedImport {
  if (!(error instanceof ChildFailed && error.reason === 'timeout')) throw error
  return { failed: { code: 'too_slow', message: 'Reading the file takes too long' } }
}

/** Returns null on an empty board: everything keeps its position. */
async function placeFor(db: Database, { x, y, workspace_id }: ImportRow) {
  if (x !== null && y !== null) return { x, y }
  const { right_x, top_y } = await findExtent(db.read, workspace_id)
  return right_x === null || top_y === null ? null : { x: Math.ceil(right_x) + gap, y: Math.floor(top_y) }
}

async function storePrepared(
  dependencies: ReadDependencies,
  row: ImportRow,
  prepared: PreparedImport,
): Promise<ImportRow> {
  const { db, files } = dependencies
  await requireRoom(dependencies, row, prepared)
  const found =
    prepared.files.length === 0 ? { known: {}, unreadable: [] } : await storeFiles(dependencies, row, prepared)
  const { hash, size } = await files.put(preparedBytes(found, prepared.parts), { maxBytes: maxPreparedBytes })
  const { placed, objects, comments, left_out, box, format, partCount } = prepared
  const report: StoredReport = {
    created: objects,
    comments,
    adapted: withUnreadable(prepared.adapted, found.unreadable),
    left_out,
    box,
  }
  const columns = { format, placed, prepared_hash: hash, part_count: partCount, report: JSON.stringify(report) }
  await db.write(async tx => {
    await insertImportFile(tx, { hash, size }, new Date().toISOString())
    await updateImport(tx, row.id, columns)
  })
  return { ...row, ...columns, state: 'running' }
}

/** Refused before anything is stored: the files of an import become referenced only when its objects are written. */
async function requireRoom({ db, storageLimitBytes }: ReadDependencies, row: ImportRow, prepared: PreparedImport) {
  if (storageLimitBytes === 0) return
  const paths = new Set([prepared.parts, ...prepared.files.map(({ path }) => path)])
  let bytes = 0
  for (const path of paths) bytes += (await stat(path)).size
  const organization_id = await findImportOrganization(db.read, row)
  await checkStorage(db.read, organization_id, bytes, storageLimitBytes)
}

async function* preparedBytes(found: ImportedFiles, parts: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(found)}\n`)
  yield* createReadStream(parts)
}

function withUnreadable(adapted: readonly PreparedNotice[], ids: readonly string[]): PreparedNotice[] {
  if (ids.length === 0) return [...adapted]
  return [...adapted, { code: 'file_unreadable', count: ids.length, ids: ids.slice(0, 30) }]
}

/** Stores the files like uploads, with their type detected from their bytes. */
async function storeFiles(
  { files, receive }: ReadDependencies,
  { user_id }: ImportRow,
  prepared: PreparedImport,
): Promise<ImportedFiles> {
  const known: Record<string, FileFields> = {}
  const unreadable: string[] = []
  const stored = new Map<string, UploadedFile>()
  for await (const line of createInterface({ input: createReadStream(prepared.parts), crlfDelay: Infinity })) {
    for (const change of JSON.parse(line) as PreparedChange[]) {
      if (change.op !== 'create' || !change.file) continue
      const file = prepared.files[change.file.index]
      const upload = (kinds[change.kind] as Kind).upload
      const fields = file && upload ? await asUpload(change, file, upload.maxBytes) : null
      if (fields) known[change.id] = fields
      else unreadable.push(change.id)
    }
  }
  return { known, unreadable }

  async function asUpload(
    { kind, data, file }: Extract<PreparedChange, { op: 'create' }>,
    { path, name }: PreparedImport['files'][number],
    maxBytes: number,
  ): Promise<FileFields | null> {
    try {
      const put = stored.get(path) ?? { ...(await files.put(createReadStream(path), { maxBytes })), name }
      stored.set(path, put)
      const found = await receive(kind, data, put, { user_id })
      return file?.size ? { ...found, fields: { ...found.fields, ...file.size } } : found
    } catch (error) {
      if (error instanceof FileTooLarge || (error instanceof Problem && error.code === 'BadRequest')) return null
      throw error
    }
  }
}
