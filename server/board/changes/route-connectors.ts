// The paths of connectors. One that is changed gets the path of that moment. Those at objects that have moved get theirs
// once, at the end of the batch: that is no change of the connector.

import { connectorGeometry, isSamePath, pathEnds } from '@tessera/drawing/connector-geometry'
import type { Drawable } from '@tessera/drawing/drawable'
import type { Steps } from '../../tools/index.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { BoardState } from './board-state.ts'
import { isLinkedTo, linkFieldsOf } from './object-links.ts'

type Objects = Pick<BoardState, 'objects'>

/** Sets the points and the box of a connector. */
export function route(board: Objects, record: StoredRecord): void {
  const { points, box } = connectorGeometry(record as never, id => drawableOf(board.objects.get(id)))
  record.points = points
  record.box = box
}

/** The connector with its current path, for an event of it. Other objects are returned as they are. */
export function withCurrentPath(board: Objects, object: StoredObject): StoredObject {
  if (linkFieldsOf(object).length === 0) return object
  const record = { ...object.record }
  route(board, record)
  return { ...object, record }
}

/** Where the path started and ended before the object was deleted. */
export const endPoints = (board: Objects, record: StoredRecord, deleted: StoredObject) =>
  pathEnds(record as never, id => drawableOf(id === deleted.record.id ? deleted : board.objects.get(id)))

const drawables = new WeakMap<StoredObject, Drawable>()

/** All connectors at an object get the same value, because values computed from it are cached with it. */
function drawableOf(object: StoredObject | null | undefined): Drawable | null {
  if (!object) return null
  const known = drawables.get(object)
  if (known) return known
  const drawable = { kind: object.kind, ...object.record } as never
  drawables.set(object, drawable)
  return drawable
}

/** Called once, after all changes of the batch. */
export async function routeAtMoved(board: BoardState, steps: Steps): Promise<void> {
  const connectors = new Set<string>()
  for (const target of board.moved)
    for (const id of board.linking.get(target) ?? []) {
      const object = board.objects.get(id)
      if (object && isLinkedTo(object, target)) connectors.add(id)
    }
  for (const id of connectors) {
    if (steps.isPauseDue) await steps.pause()
    const object = board.objects.get(id) as StoredObject
    const routed = withCurrentPath(board, object)
    if (isSamePath(routed.record.points, object.record.points)) continue
    board.objects.set(id, routed)
    board.rerouted.add(id)
  }
}
