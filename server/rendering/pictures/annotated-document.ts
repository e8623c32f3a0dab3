// Collects the parts of a picture that is the PDF of a document with the ink that lies over it and its comments.

import { type Drawable, rendererOf } from '@tessera/drawing'
import { type FileStorage, nullIfFileMissing } from '../../platform/files/index.ts'
import type { PictureComment, PictureTask } from '../sandbox/child-tasks.ts'
import { copyToFolder } from '../uploads/store-pictures.ts'
import { type BoardSource, type DocumentComment, drawableBox, ownerOf, type SourceObject } from './board-source.ts'
import type { PictureOptions } from './picture-options.ts'

export interface AnnotatedDocument {
  readonly object: SourceObject
  /** The hash of the uploaded PDF. */
  readonly hash: string
  readonly comments: readonly PictureComment[]
}

/** Returns null unless the request is for a PDF of one document whose file is a PDF that the caller may download. */
export async function findAnnotatedDocument(
  source: BoardSource,
  { format, region, pages, paper }: PictureOptions,
  hasOriginals: boolean,
): Promise<AnnotatedDocument | null> {
  const isPlain = format === 'pdf' && pages === 'one' && paper === 'fit'
  if (!hasOriginals || !isPlain || region.by !== 'objects' || region.ids.length !== 1) return null
  const [object] = await source.find(region.ids)
  const file = object?.record.$?.file
  if (object?.record.state !== 'ready' || file?.mime !== 'application/pdf') return null
  return { object, hash: file.hash, comments: threadsOf(await source.listComments(object.id)) }
}

/** The document and the ink on the board above it. */
export async function* annotatedObjects(
  source: BoardSource,
  { object }: AnnotatedDocument,
): AsyncGenerator<readonly SourceObject[]> {
  yield [object]
  for await (const page of source.list(drawableBox(object)))
    yield page.filter(other => ownerOf(other) === null && isInk(other))
}

const isInk = ({ kind, record }: SourceObject) => rendererOf({ kind, ...record } as unknown as Drawable).layer === 'ink'

/** Returns null if the file is missing from the storage: the board is then drawn as usual. */
export async function copyDocument(
  files: FileStorage,
  folder: string,
  { hash, comments }: AnnotatedDocument,
): Promise<PictureTask['document'] | null> {
  const path = await copyToFolder(files, hash, folder, 'document.pdf').catch(nullIfFileMissing)
  return path === null ? null : { path, comments }
}

/** Returns one text for each thread, with its replies. Resolved threads are left out. */
function threadsOf(comments: readonly DocumentComment[]): PictureComment[] {
  const replies = Map.groupBy(comments, comment => comment.parent_id)
  return (replies.get(null) ?? [])
    .filter(({ resolved_at }) => resolved_at === null)
    .map(first => ({
      author: nameOf(first),
      created_at: first.created_at,
      text: [first.text, ...(replies.get(first.id) ?? []).map(reply => `${nameOf(reply)}: ${reply.text}`)].join('\n\n'),
    }))
}

const nameOf = ({ first_name, last_name, email }: DocumentComment) => `${first_name} ${last_name}`.trim() || email
