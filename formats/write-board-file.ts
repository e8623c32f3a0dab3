// The task of the child process that exports a board: reads its content from a file and writes it in a format. A large
// board takes seconds, in which the server would do nothing else.

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ContentExportFormat } from '@tessera/contract/formats'
import type { BoardContent, ContentComment, ContentObject } from './board-content.ts'
import { writers } from './writers.ts'

export interface WriteBoardTask {
  /** The path of a file with a ContentPart as JSON in each line. */
  readonly content: string
  /** The files of objects by their ids: the path of a copy, and the media type. */
  readonly files: Readonly<Record<string, { readonly path: string; readonly mime: string }>>
  readonly format: ContentExportFormat
  /** The path of the file to write. */
  readonly output: string
}

export type ContentPart =
  | { readonly board: Pick<BoardContent, 'name' | 'description' | 'hasOriginals'> }
  | { readonly objects: readonly ContentObject[] }
  | { readonly comments: readonly ContentComment[] }

export async function writeBoardFile({
  content,
  files,
  format,
  output,
}: WriteBoardTask): Promise<Record<never, never>> {
  const file: BoardContent['file'] = async id => {
    const found = files[id]
    return found ? { mime: found.mime, bytes: await readFile(found.path) } : null
  }
  const written = await writers[format].write({ ...(await readContent(content)), file })
  if (typeof written === 'string') await writeFile(output, written)
  else await writeParts(written, output)
  return {}
}

async function readContent(path: string): Promise<Omit<BoardContent, 'file'>> {
  let board = { name: '', description: '', hasOriginals: false }
  const objects: ContentObject[] = []
  const comments: ContentComment[] = []
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const part = JSON.parse(line) as ContentPart
    if ('board' in part) board = part.board
    else if ('objects' in part) objects.push(...part.objects)
    else comments.push(...part.comments)
  }
  return { ...board, objects, comments }
}

async function writeParts(parts: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const stream = createWriteStream(path)
  for await (const part of parts) if (!stream.write(part)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
}
