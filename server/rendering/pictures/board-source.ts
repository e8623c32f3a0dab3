// The source of the objects of a picture: the current workspace, or its published snapshot.

import { type Kind, type KindName, kinds, ownerIdOf } from '@tessera/contract'
import { type Box, bounds, type Drawable } from '@tessera/drawing'
import { findCommentsOn, findObjects, findObjectsOn } from '../../board/index.ts'
import { type Reader, readInPages } from '../../platform/sql/index.ts'
import { attachWebPages } from '../link-previews/attach-web-pages.ts'
import {
  findBoardBox,
  listBoardObjects,
  listObjectsIn,
  listObjectsOfKinds,
  listPagesOfObjects,
  listSnapshotPages,
  readSnapshotPage,
  type ShownBoard,
  type SourceObject,
} from './picture-store.ts'

export type { SourceObject } from './picture-store.ts'

export type DocumentComment = Awaited<ReturnType<typeof findCommentsOn>>[number]

export interface BoardSource {
  /** Null if the board is empty. */
  findBox(): Promise<Box | null>
  /** Reads everything, or what overlaps the box, in pages, with the strokes on it. */
  list(box: Box | null): AsyncIterable<readonly SourceObject[]>
  /** Reads the objects with these ids that exist, without the strokes on them. */
  find(ids: readonly string[]): Promise<readonly SourceObject[]>
  /** Reads the strokes that lie on these objects. */
  listOn(ids: readonly string[]): Promise<readonly SourceObject[]>
  /** Reads up to `limit` canvases: all, or those that overlap the box. */
  listCanvases(box: Box | null, limit: number): Promise<readonly SourceObject[]>
  /** Reads the comments on an object; a snapshot has none. */
  listComments(id: string): Promise<readonly DocumentComment[]>
}

const groundKinds = Object.values<Kind>(kinds)
  .filter(kind => kind.isGround)
  .map(kind => kind.name as KindName)

export function workspaceSource(db: Reader, workspace_id: number): BoardSource {
  const keysOf = (ids: readonly string[]) => ids.map(id => ({ workspace_id, id }))
  const withIds = (found: Awaited<ReturnType<typeof findObjects>>) =>
    attachWebPages(
      db,
      workspace_id,
      found.map(({ kind, record }) => ({ id: record.id, kind, record })),
    )
  const listOn = async (ids: readonly string[]) => withIds(await findObjectsOn(db, keysOf(ids)))
  return {
    findBox: () => findBoardBox(db, workspace_id),
    async *list(box) {
      const pages = box
        ? listObjectsIn(db, workspace_id, box)
        : readInPages((after, limit) => listBoardObjects(db, workspace_id, after, limit))
      for await (const page of pages) {
        yield await attachWebPages(db, workspace_id, page)
        if (box) yield await listOn(page.map(({ id }) => id))
      }
    },
    find: async ids => withIds(await findObjects(db, keysOf(ids))),
    listOn,
    listCanvases: (box, limit) => listObjectsOfKinds(db, workspace_id, { kinds: groundKinds, box, limit }),
    listComments: id => findCommentsOn(db, keysOf([id])),
  }
}

export function snapshotSource(
  db: Reader,
  { id: snapshot_id, box: whole }: Pick<ShownBoard, 'id' | 'box'>,
): BoardSource {
  async function* read(pages: readonly number[]) {
    for (const page of pages) yield await readSnapshotPage(db, snapshot_id, page)
  }
  const findIn = async (ids: readonly string[], isWanted: (object: SourceObject, named: Set<string>) => boolean) => {
    const named = new Set(ids)
    const found: SourceObject[] = []
    for await (const page of read(await listPagesOfObjects(db, snapshot_id, ids)))
      found.push(...page.filter(object => isWanted(object, named)))
    return found
  }
  return {
    findBox: async () => whole,
    async *list(box) {
      for await (const page of read(await listSnapshotPages(db, snapshot_id, box))) yield within(page, box)
    },
    find: ids => findIn(ids, (object, named) => named.has(object.id)),
    listComments: async () => [],
    listOn: ids => findIn(ids, (object, named) => named.has(ownerOf(object) ?? '')),
    async listCanvases(box, limit) {
      const found: SourceObject[] = []
      for await (const page of read(await listSnapshotPages(db, snapshot_id, box))) {
        found.push(...within(page, box).filter(({ kind }) => groundKinds.includes(kind)))
        if (found.length >= limit) return found.slice(0, limit)
      }
      return found
    },
  }
}

/** The id of the object that this one lies on; null if it lies on the board. */
export const ownerOf = ({ kind, record }: SourceObject) => ownerIdOf(kinds[kind], record)

export const drawableBox = ({ kind, record }: SourceObject): Box => bounds({ kind, ...record } as unknown as Drawable)

export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** A stroke on an object is in the same page as the object. */
function within(page: readonly SourceObject[], box: Box | null): readonly SourceObject[] {
  if (!box) return page
  const onBoard = page.filter(object => ownerOf(object) === null && overlaps(drawableBox(object), box))
  const ids = new Set(onBoard.map(({ id }) => id))
  return [...onBoard, ...page.filter(object => ids.has(ownerOf(object) ?? ''))]
}
