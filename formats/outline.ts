// What formats without positions need of a board: which objects lie on which canvas, in reading order.

import { type Kind, kinds } from '@tessera/contract'
import type { Box } from '@tessera/drawing/drawable'
import { sortByReadingOrder } from '@tessera/drawing/reading-order'
import { bounds } from '@tessera/drawing/renderers'
import type { ContentObject } from './board-content.ts'
import { ownerOf } from './content-data.ts'

export interface PlacedObject extends Box {
  readonly object: ContentObject
  /** The text that the kind is searched by: a name, a title, a label. */
  readonly text: string
}

export interface BoardOutline {
  /** In reading order. */
  readonly canvases: readonly PlacedObject[]
  /** The canvas that an object lies on; null if there is none. */
  readonly canvasOf: (object: Box) => PlacedObject | null
  /** Everything but canvases and strokes on objects, in reading order. */
  readonly objects: readonly PlacedObject[]
}

export function outlineOf(objects: readonly ContentObject[]): BoardOutline {
  const placed = objects.filter(object => ownerOf(object) === undefined).map(place)
  const isCanvas = ({ object }: PlacedObject) => (kinds[object.kind] as Kind).isGround === true
  const canvases = sortByReadingOrder(placed.filter(isCanvas), one => one)
  const bySize = canvases.toSorted((a, b) => a.width * a.height - b.width * b.height)
  return {
    canvases,
    canvasOf: ({ x, y, width, height }) => bySize.find(canvas => holds(canvas, x + width / 2, y + height / 2)) ?? null,
    objects: sortByReadingOrder(
      placed.filter(one => !isCanvas(one)),
      one => one,
    ),
  }
}

function place(object: ContentObject): PlacedObject {
  const { searched } = kinds[object.kind] as Kind
  const text = searched ? object[searched] : ''
  const { x, y, width, height } = bounds(object as never)
  return { object, x, y, width, height, text: typeof text === 'string' ? text : '' }
}

const holds = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
