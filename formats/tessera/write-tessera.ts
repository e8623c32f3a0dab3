// Writes a workspace as a Tessera archive, one entry after the other, in steps that yield to the event loop.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { BoardContent, ContentObject } from '../board-content.ts'
import { contentData, ownerOf } from '../content-data.ts'
import { type ArchivedObject, type ArchiveManifest, archiveNames, archiveVersion } from './tessera-archive.ts'
import { ZipWriter } from './zip-writer.ts'

const objectsPerTick = 500

export async function* writeTessera(content: BoardContent): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const { name, description, hasOriginals, comments, events } = content
  const manifest: ArchiveManifest = {
    format: 'tessera',
    version: archiveVersion,
    name,
    description,
    files: hasOriginals ? 'originals' : 'pictures',
  }
  yield* await zip.entry(archiveNames.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  const objects: ArchivedObject[] = []
  for (const [index, object] of content.objects.entries()) {
    if (index % objectsPerTick === 0) await nextTick()
    const file = await content.file(object.id)
    const fileName = file && `${archiveNames.files}${object.id}.${extensionOf(file.mime)}`
    if (file && fileName) yield* await zip.entry(fileName, file.bytes, true)
    objects.push(archivedObject(object, fileName))
  }
  yield* await zip.entry(archiveNames.objects, await linesOf(objects))
  if (comments.length > 0) yield* await zip.entry(archiveNames.comments, await linesOf(comments))
  if (events) yield* await zip.entry(archiveNames.events, await linesOf(events))
  yield* zip.end()
}

function archivedObject(object: ContentObject, file: string | null): ArchivedObject {
  const { id, kind, group, width, height } = object
  const on = ownerOf(object)
  return {
    id,
    kind,
    data: contentData(object),
    ...(typeof group === 'string' ? { group } : {}),
    ...(on === undefined ? {} : { on }),
    ...(file === null ? {} : { file, ...(width === undefined ? {} : { size: { width, height } }) }),
  }
}

async function linesOf(records: readonly unknown[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let start = 0; start < records.length; start += objectsPerTick) {
    await nextTick()
    const some = records.slice(start, start + objectsPerTick)
    parts.push(Buffer.from(some.map(record => `${JSON.stringify(record)}\n`).join('')))
  }
  return Buffer.concat(parts)
}

/** For people who unpack the archive; the type of a file is recognized by its bytes. */
const extensionOf = (mime: string): string => extensions[mime] ?? (/^[a-z]+\/([a-z0-9]+)$/.exec(mime)?.[1] || 'bin')

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/msword': 'doc',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.ms-excel': 'xls',
}
