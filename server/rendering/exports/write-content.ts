// Writes the content of a board with a child process, in a format that is not written in steps.

import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type ContentExportFormat, Problem } from '@tessera/contract'
import type { BoardContent } from '@tessera/formats/board-content'
import type { ContentPart, WriteBoardTask } from '@tessera/formats/write-board-file'
import { writers } from '@tessera/formats/writers'
import type { Child } from '../sandbox/child-process.ts'

/** A board with more characters or bytes than that does not fit into one text. */
const maxLength = 200_000_000
const maxFileBytes = 300_000_000
const recordsPerPart = 100

export interface ContentWriting {
  readonly child: Child
  readonly folder: string
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** Resolves with the path of the file. Throws a BadRequest if the board is too large. */
export async function writeContent(
  content: BoardContent,
  format: ContentExportFormat,
  { child, folder, signal, timeoutMs }: ContentWriting,
): Promise<string> {
  const path = join(folder, 'content.ndjson')
  await writeParts(content, path)
  const files = writers[format].takesFiles ? await copyFiles(content, folder) : {}
  const output = join(folder, 'output')
  await child.run('write-board-file', { content: path, files, format, output }, { timeoutMs, signal })
  return output
}

async function writeParts(content: BoardContent, path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    let length = 0
    for (const part of partsOf(content)) {
      const line = `${JSON.stringify(part)}\n`
      length += line.length
      if (length > maxLength) throw tooLarge()
      await file.write(line)
    }
  } finally {
    await file.close()
  }
}

function* partsOf({ name, description, hasOriginals, objects, comments }: BoardContent): Generator<ContentPart> {
  yield { board: { name, description, hasOriginals } }
  for (let start = 0; start < objects.length; start += recordsPerPart)
    yield { objects: objects.slice(start, start + recordsPerPart) }
  for (let start = 0; start < comments.length; start += recordsPerPart)
    yield { comments: comments.slice(start, start + recordsPerPart) }
}

async function copyFiles({ objects, file }: BoardContent, folder: string): Promise<WriteBoardTask['files']> {
  const files: Record<string, { path: string; mime: string }> = {}
  let bytes = 0
  for (const [index, { id }] of objects.entries()) {
    if (index % recordsPerPart === 0) await nextTick()
    const found = await file(id)
    if (!found) continue
    bytes += found.bytes.length
    if (bytes > maxFileBytes) throw tooLarge()
    const path = join(folder, `file-${id}`)
    await writeFile(path, found.bytes)
    files[id] = { path, mime: found.mime }
  }
  return files
}

const tooLarge = () => new Problem('BadRequest', 'The board is too large for this format: export a part')
