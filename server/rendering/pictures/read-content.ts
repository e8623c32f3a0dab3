// Reads a board as the content that format writers are given: the objects of a region in stacking order, with their files.

import { buffer } from 'node:stream/consumers'
import { Problem } from '@tessera/contract'
import type { BoardContent, ContentFile, ContentObject } from '@tessera/formats/board-content'
import { objectView, type StoredRecord } from '../../board/index.ts'
import { type FileStorage, nullIfFileMissing, pictureMime } from '../../platform/files/index.ts'
import { mapInChunks, sortInChunks } from '../../tools/index.ts'
import { ownerOf, type SourceObject } from './board-source.ts'

const maxObjects = 100_000

export interface ContentReading {
  readonly files: FileStorage
  readonly hasOriginals: boolean
  readonly name: string
  readonly description: string
}

/** Reads without comments. Throws a BadRequest if there is nothing, or too much. */
export async function readContent(
  pages: AsyncIterable<readonly SourceObject[]>,
  { files, hasOriginals, name, description }: ContentReading,
): Promise<BoardContent> {
  const found: SourceObject[] = []
  const records = new Map<string, StoredRecord>()
  for await (const page of pages) {
    found.push(...page)
    for (const { id, record } of page) records.set(id, record)
    if (found.length > maxObjects)
      throw new Problem('BadRequest', `There are more than ${maxObjects.toLocaleString('en')} objects: export a part`)
  }
  if (found.length === 0) throw new Problem('BadRequest', 'There are no objects to export in this region')
  return {
    name,
    description,
    hasOriginals,
    objects: await mapInChunks(await inStackingOrder(found), contentObject),
    comments: [],
    file: async id => {
      const record = records.get(id)
      return record ? await readFile(files, record, hasOriginals) : null
    },
  }
}

/** Sorts objects back to front, with the strokes on an object after it. */
async function inStackingOrder(objects: readonly SourceObject[]): Promise<SourceObject[]> {
  const sorted = await sortInChunks(objects, ({ id, record }) => record.order ?? `bl${id}`)
  const strokes = Map.groupBy(sorted, object => ownerOf(object) ?? '')
  const roots = strokes.get('') ?? []
  return (await mapInChunks(roots, object => [object, ...(strokes.get(object.id) ?? [])])).flat()
}

const contentObject = ({ id, kind, record }: SourceObject): ContentObject =>
  ({ ...objectView(record, () => ''), kind, id }) as unknown as ContentObject

/** Reads the file itself, or the largest picture made from it. Returns null if there is none, or it is missing. */
async function readFile(
  files: FileStorage,
  { $: hidden }: StoredRecord,
  hasOriginals: boolean,
): Promise<ContentFile | null> {
  if (!hidden?.file) return null
  const picture = hidden.pictures?.at(-1)
  const file = hasOriginals ? hidden.file : picture && { hash: picture.hash, mime: pictureMime }
  if (!file) return null
  const content = await files.open(file.hash).catch(nullIfFileMissing)
  return content && { mime: file.mime, bytes: await buffer(content) }
}
