// Creates the embedded objects of a picture: a Tessera archive of them, as base64 text.

import { writeFile } from 'node:fs/promises'
import { badField } from '@tessera/contract'
import { writeTessera } from '@tessera/formats/tessera/write-tessera'
import type { SourceObject } from './board-source.ts'
import { type ContentReading, readContent } from './read-content.ts'

const maxBytes = 40_000_000

/** Throws a BadRequest if the objects and their files are too large for a picture. */
export async function writeEmbeddedObjects(
  pages: AsyncIterable<readonly SourceObject[]>,
  reading: ContentReading,
  path: string,
): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of writeTessera(await readContent(pages, reading))) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) throw badField('embed', 'is not possible: the objects and their files exceed 40 MB')
  }
  await writeFile(path, Buffer.concat(parts).toString('base64'))
  return path
}
