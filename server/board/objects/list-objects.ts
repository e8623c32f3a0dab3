// Lists the objects of all kinds: the current ones from their rows, or those at an earlier time from the log.

import { anchorIdsOf, badField, type KindName, kinds, type ObjectRecord } from '@tessera/contract'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'
import type { WorkspaceRow } from '../../accounts/access/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { mapInChunks } from '../../tools/index.ts'
import { PastBoard } from '../events/past-board.ts'
import { listObjects } from '../records/object-list-store.ts'
import { objectView, type StoredRecord } from '../records/stored-object.ts'

const maxLimit = 1_000

export interface ObjectsQuery {
  kind?: KindName
  box?: string
  updated_since?: string
  query?: string
  at?: number
  limit?: number
  cursor?: string
}

type AnyObject = { [K in KindName]: { kind: K } & ObjectRecord<K> }[KindName]

interface ListedObject {
  kind: KindName
  record: StoredRecord
}

export async function listAllKinds(db: Reader, workspace: WorkspaceRow, query: ObjectsQuery, sign: SignFile) {
  const limit = Math.min(query.limit ?? maxLimit, maxLimit)
  // One more than the page is read, to know whether there is a next page.
  const found =
    query.at === undefined
      ? await listNow(db, workspace.id, query, limit + 1)
      : await listThen(db, workspace, query, limit + 1)
  const page = found.slice(0, limit)
  return {
    objects: (await mapInChunks(page, ({ kind, record }) => ({ kind, ...objectView(record, sign) }))) as AnyObject[],
    next_cursor: found.length > limit ? (page.at(-1) as ListedObject).record.id : null,
    // The seq is read before the objects, so that a client that reads the log from here on misses nothing.
    seq: query.at ?? workspace.seq,
  }
}

async function listNow(db: Reader, workspace_id: number, query: ObjectsQuery, limit: number): Promise<ListedObject[]> {
  const { kind, query: words } = query
  return await listObjects(db, workspace_id, {
    kind,
    box: readBox(query.box),
    updated_since: readTime(query.updated_since),
    query: words,
    after: readCursor(query),
    limit,
  })
}

async function listThen(
  db: Reader,
  { id, seq }: WorkspaceRow,
  query: ObjectsQuery,
  limit: number,
): Promise<ListedObject[]> {
  const at = query.at as number
  if (at > seq) throw badField('at', `must be <= ${seq}, the last sequence number`)
  const narrowed = (['box', 'updated_since', 'query'] as const).find(name => query[name] !== undefined)
  if (narrowed) throw badField(narrowed, 'cannot be combined with at')
  const past = await PastBoard.open(db, id, at)
  const found = await past.list({ kind: query.kind, after: readCursor(query) ?? '', limit })
  const listed = await mapInChunks(found, listedFrom)
  const ends = listed.flatMap(({ kind, record }) => anchorIdsOf(kinds[kind], record))
  if (ends.length === 0) return listed
  // The log has the path of a connector as it was when the connector changed; the objects may have moved since.
  const targets = await mapInChunks(await past.find(new Set(ends)), listedFrom)
  const known = new Map(targets.map(one => [one.record.id, one]))
  return await mapInChunks(listed, one => withPathTo(one, known))
}

const listedFrom = ({ kind: name, data }: { kind: string; data: string }): ListedObject => {
  return { kind: kinds[name as KindName].name, record: JSON.parse(data) }
}

function withPathTo({ kind, record }: ListedObject, targets: ReadonlyMap<string, ListedObject>): ListedObject {
  if (anchorIdsOf(kinds[kind], record).length === 0) return { kind, record }
  const findTarget = (id: string) => {
    const target = targets.get(id)
    return target ? ({ kind: target.kind, ...target.record } as never) : null
  }
  return { kind, record: { ...record, ...connectorGeometry(record as never, findTarget) } }
}

function readCursor({ cursor }: ObjectsQuery): string | undefined {
  if (cursor !== undefined && !/^[0-9a-f]{24}$/.test(cursor))
    throw badField('cursor', 'must be the next_cursor of the previous page')
  return cursor
}

// Times are compared as text, which would be wrong for years with five digits.
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badField('updated_since', 'must be a valid time')
  return new Date(Math.min(time, lastTime)).toISOString()
}

function readBox(box: string | undefined) {
  if (box === undefined) return undefined
  const [x1, y1, x2, y2] = box.split(',').map(Number) as [number, number, number, number]
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
}
