// Writes the entries of an archive, in bounded memory.

import { FileMissing, type FileStorage } from '../files/index.ts'
import type { Reader } from '../sql/index.ts'
import type { ArchivedTable } from './archived-tables.ts'
import type { Counter, Manifest } from './manifest.ts'
import { readRows } from './table-rows.ts'
import { tarEnd, tarEntry } from './tar.ts'

const partBytes = 1024 * 1024

export const entryNames = {
  manifest: 'manifest.json',
  file: /^files\/([0-9a-f]{64})$/,
  table: /^tables\/([a-z0-9_]+)\/[0-9]{6,}\.jsonl$/,
}

/** Lists the files that were stored at `since` or later. */
export async function* fileEntries(files: Pick<FileStorage, 'list' | 'open'>, since: Date, counter: Counter) {
  for await (const { hash, size, storedAt } of files.list()) {
    if (storedAt < since) continue
    const content = await openIfStored(files, hash)
    if (!content) continue
    try {
      counter.add(hash, 1)
      yield* tarEntry(`files/${hash}`, size, content)
    } finally {
      content.destroy()
    }
  }
}

/** The length of a tar entry precedes its content, so the lines are written in parts of bounded size. */
export async function* tableEntries(reader: Reader, table: ArchivedTable, counter: Counter) {
  let number = 0
  for await (const { lines, count } of partsOf(reader, table)) {
    const content = Buffer.from(lines)
    counter.add(content, count)
    yield* tarEntry(`tables/${table.name}/${String(++number).padStart(6, '0')}.jsonl`, content.length, [content])
  }
}

export async function* manifestEntry(manifest: Manifest) {
  const content = Buffer.from(JSON.stringify(manifest, null, 2))
  yield* tarEntry(entryNames.manifest, content.length, [content])
  yield tarEnd()
}

// A file that was removed since it was listed is no longer referenced.
async function openIfStored(files: Pick<FileStorage, 'open'>, hash: string) {
  try {
    return await files.open(hash)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

async function* partsOf(reader: Reader, table: ArchivedTable): AsyncGenerator<{ lines: string; count: number }> {
  let lines = ''
  let count = 0
  for await (const rows of readRows(reader, table)) {
    for (const row of rows) lines += `${JSON.stringify(row)}\n`
    count += rows.length
    if (lines.length < partBytes) continue
    yield { lines, count }
    lines = ''
    count = 0
  }
  if (count > 0) yield { lines, count }
}
