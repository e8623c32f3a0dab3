// The task of the child process that imports a board file: recognizes the format, reads it, and writes the changes and the
// files it contains into its folder. Whatever the file does, only this process is at risk.

import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFormat } from '@tessera/contract/formats'
import { type ImportedFile, type ImportLimits, importLimits, UnreadableBoardFile } from './board-content.ts'
import { cropPictures } from './crop-pictures.ts'
import { findEmbeddedBoard } from './embedded-board.ts'
import { prepareBoard } from './prepare-board.ts'
import type { FailedImport, PreparedChange, PreparedImport } from './prepared-import.ts'
import { readers } from './readers.ts'
import { recognizeFormat } from './recognize-format.ts'

export interface BoardFileTask {
  readonly path: string
  readonly folder: string
  /** The name that the file was sent with. */
  readonly name: string
  /** Null: the format is recognized by content. */
  readonly format: ImportFormat | null
  readonly import_id: string
  readonly at: { readonly x: number; readonly y: number } | null
  readonly email: string
  /** Whether the user's token allows comments. */
  readonly canComment: boolean
  /** For tests. */
  readonly limits?: Partial<ImportLimits>
}

export async function readBoardFile(task: BoardFileTask): Promise<PreparedImport | FailedImport> {
  try {
    return await prepare(task)
  } catch (error) {
    if (error instanceof UnreadableBoardFile) return { failed: { code: error.code, message: error.message } }
    // If a reader fails in another way, it met a file that it did not expect: the file is at fault, not the server.
    if (error instanceof RangeError || error instanceof TypeError)
      return { failed: { code: 'damaged', message: 'The file is damaged, or not of this format' } }
    throw error
  }
}

async function prepare(task: BoardFileTask): Promise<PreparedImport> {
  const limits = { ...importLimits, ...task.limits }
  const sent = await readFile(task.path)
  const embedded = findEmbeddedBoard(sent, limits)
  const bytes = embedded?.bytes ?? sent
  const format = embedded?.format ?? task.format ?? recognizeFormat(bytes, task.name)
  if (!format) throw new UnreadableBoardFile('not_recognized', 'This is not a file of a format that can be imported')
  const read = await readers[format]()
  const board = await cropPictures(await read(bytes, limits))
  const { changes, ...prepared } = prepareBoard(board, { ...task, limits })
  const files = await writeFiles(board.files, task.folder, limits)
  const parts = join(task.folder, 'parts.ndjson')
  return { ...prepared, format, files, parts, partCount: await writeParts(changes, parts) }
}

async function writeFiles(files: readonly ImportedFile[], folder: string, limits: ImportLimits) {
  if (files.length > limits.files)
    throw new UnreadableBoardFile('too_large', `The file contains more than ${limits.files.toLocaleString('en')} files`)
  const written: { path: string; name: string }[] = []
  for (const [index, { name, bytes }] of files.entries()) {
    const path = join(folder, `embedded-${index}`)
    await writeFile(path, bytes)
    written.push({ path, name })
  }
  return written
}

/** As large as a change list may be, and small enough to be sent to another thread at once. */
const maxPartChanges = 1_000
const maxPartLength = 4_000_000
/** Of all parts: some formats write once what many objects repeat. */
const maxLength = 500_000_000

async function writeParts(changes: readonly PreparedChange[], path: string): Promise<number> {
  const stream = createWriteStream(path)
  let [part, length, count, total]: [string[], number, number, number] = [[], 0, 0, 0]
  const flush = async () => {
    if (part.length === 0) return
    await write(stream, `[${part.join(',')}]\n`)
    count += 1
    part = []
    length = 0
  }
  for (const change of changes) {
    const text = JSON.stringify(change)
    total += text.length
    if (total > maxLength) throw new UnreadableBoardFile('too_large', 'The content of the file is larger than 500 MB')
    if (part.length >= maxPartChanges || length + text.length > maxPartLength) await flush()
    part.push(text)
    length += text.length
  }
  await flush()
  stream.end()
  await once(stream, 'finish')
  return count
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
