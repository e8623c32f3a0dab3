// The handlers of published workspaces, whose data is open to anyone.

import { type KindName, kinds, ownerIdOf, Problem } from '@tessera/contract'
import { bounds as boxOf, type Drawable } from '@tessera/drawing'
import { notFound } from '../../accounts/access/index.ts'
import { type Handlers, open } from '../../accounts/handler.ts'
import { objectView, type StoredRecord } from '../../board/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { envelope, sliceOf } from '../../tools/index.ts'
import { listPages as listDocumentPages } from '../uploads/document-pages.ts'
import { boundsView, publishedFileSigner, webPageViews } from './published-view.ts'
import { findPage, findPageOfObject, findShown, findShownDocument, listPages } from './snapshot-store.ts'

export const publishedHandlers = ({ publicUrl }: { publicUrl: string }): Omit<Handlers<'published'>, 'getPicture'> => ({
  get: open(async ({ db, params, query }) => {
    const uid = params.workspace_id
    const shown = await findShown(db, uid)
    if (!shown) throw notFound('published workspace')
    const [version = shown.id, from = '0'] = query.cursor?.split('.') ?? []
    // The workspace was published again since the cursor was issued: its pages no longer exist.
    if (version !== shown.id)
      throw new Problem('ResourceNotFound', 'The workspace was published again. Start again without a cursor')
    const { id, name, description, objects_count, published_at } = shown
    const can_download = shown.can_download === 1
    return {
      // It may change before the next snapshot is made.
      tag: can_download ? id : `${id}-`,
      reply: async () => {
        const box = readBox(query.box)
        const start = query.object === undefined ? Number(from) : await pageOf(db, id, query.object)
        const page = await findPage(db, id, { from: start, box })
        const objects = page ? readObjects(page.data, box) : []
        const sign = publishedFileSigner(publicUrl, uid)
        const web_pages = webPageViews(objects, sign)
        const isFirst = query.cursor === undefined && query.object === undefined
        const pages = isFirst ? await listPages(db, id, box) : null
        return {
          ...{ uid, name, description, published_at, can_download, version, objects_count, bounds: boundsView(shown) },
          objects: objects.map(({ kind, ...record }) => ({ kind, ...objectView(record, sign) })) as never,
          next_cursor: page?.next == null ? null : cursorOf(id, page.next),
          ...(web_pages.length > 0 ? { web_pages } : {}),
          ...(pages ? { pages: pages.map(one => pageView(id, one)) } : {}),
        }
      },
    }
  }),
  listPages: open(async ({ db, params, query, url }) => {
    const uid = params.workspace_id
    const document = await findShownDocument(db, uid, params.document_id)
    if (!document) throw notFound('published document')
    const { id, hash, pages: total } = document
    const { limit, offset } = sliceOf(query)
    return {
      tag: id,
      reply: async () => {
        // Pages drawn since then are not part of the snapshot.
        const slice = { limit: Math.max(0, Math.min(limit, total - offset)), offset }
        const { pages } = await listDocumentPages(db, hash, slice, publishedFileSigner(publicUrl, uid))
        return { pages, ...envelope(url, query, { total, size: pages.length }) }
      },
    }
  }),
})

async function pageOf(db: Reader, id: string, object_id: string): Promise<number> {
  const page = await findPageOfObject(db, id, object_id)
  if (page === null) throw notFound('published object')
  return page
}

const cursorOf = (id: string, page: number) => `${id}.${page}`

type ListedPage = Awaited<ReturnType<typeof listPages>>[number]

const pageView = (id: string, { page, objects_count, ...box }: ListedPage) => ({
  cursor: cursorOf(id, page),
  bounds: boundsView(box) as NonNullable<ReturnType<typeof boundsView>>,
  objects_count,
})

type Box = readonly [x1: number, y1: number, x2: number, y2: number]

function readBox(text: string | undefined): Box | null {
  if (text === undefined) return null
  const [x1, y1, x2, y2] = text.split(',').map(Number) as [number, number, number, number]
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

type PublishedObject = { kind: KindName } & StoredRecord

/** Reads objects that touch the box, and the strokes on them. */
function readObjects(data: string, box: Box | null): PublishedObject[] {
  const objects: PublishedObject[] = JSON.parse(data)
  if (!box) return objects
  const [x1, y1, x2, y2] = box
  const touching = objects.filter(object => {
    if (ownerIdOf(kinds[object.kind], object) !== null) return false
    const { x, y, width, height } = boxOf(object as unknown as Drawable)
    return x <= x2 && x + width >= x1 && y <= y2 && y + height >= y1
  })
  const ids = new Set(touching.map(({ id }) => id))
  const attached = objects.filter(object => ids.has(ownerIdOf(kinds[object.kind], object) ?? ''))
  return [...touching, ...attached]
}
