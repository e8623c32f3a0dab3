// Reads a board of Miro as its REST API returns it: { items, connectors, images } with the items and connectors of v2.

import { BoardBuilder } from '../board-builder.ts'
import { type ImportedBoard, type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText, parseJson } from '../parse-json.ts'
import type { MiroBoard, MiroItem } from './miro-board.ts'
import { addMiroConnector } from './miro-connectors.ts'
import { addMiroItem } from './miro-items.ts'

export function readMiro(bytes: Uint8Array, limits: ImportLimits): ImportedBoard {
  const file = parseJson(bytes, limits)
  const written = ownList(file, 'items').filter(isObject)
  if (!Array.isArray(own(file, 'items')))
    throw new UnreadableBoardFile('damaged', 'The file has no items of a Miro board')
  const enlarged = enlargement(written)
  const items = placedItems(written, enlarged)
  const board: MiroBoard = { builder: new BoardBuilder(limits), items, images: own(file, 'images'), enlarged }
  // Frames lie below what is on them.
  const [frames, others] = [[...items.values()].filter(isFrame), [...items.values()].filter(item => !isFrame(item))]
  for (const item of [...frames, ...others]) addMiroItem(item, board)
  for (const [index, connector] of ownList(file, 'connectors').filter(isObject).entries())
    addMiroConnector(connector, `c${index}`, board)
  return board.builder.finish()
}

const isFrame = ({ type }: MiroItem) => type === 'frame'

const leastNoteWidth = 280
const maxEnlargement = 4

/** Sticky notes of Miro are smaller than a note can be. Everything is enlarged with them, so that nothing overlaps. */
function enlargement(items: readonly JsonObject[]): number {
  let least = Infinity
  for (const item of items)
    if (ownText(item, 'type') === 'sticky_note')
      least = Math.min(least, Math.max(1, ownNumber(own(item, 'geometry'), 'width', 199)))
  return Math.min(maxEnlargement, Math.max(1, leastNoteWidth / least))
}

/** Positions are those of the center; inside of a frame they count from its top-left corner. */
function placedItems(written: readonly JsonObject[], enlarged: number): Map<string, MiroItem> {
  const byId = new Map(written.map((item, index) => [ownText(item, 'id') || `#${index}`, item]))
  const placed = new Map<string, MiroItem>()
  const place = (id: string, item: JsonObject, depth: number): MiroItem => {
    const known = placed.get(id)
    if (known) return known
    const [geometry, position] = [own(item, 'geometry'), own(item, 'position')]
    const width = Math.max(1, ownNumber(geometry, 'width', 100))
    const height = Math.max(1, ownNumber(geometry, 'height', ownText(item, 'type') === 'text' ? 30 : width))
    const parentId = ownText(own(item, 'parent'), 'id')
    const parent = ownText(position, 'relativeTo') === 'parent_top_left' ? byId.get(parentId) : undefined
    const origin = parent && depth < 10 ? place(parentId, parent, depth + 1).box : { x: 0, y: 0 }
    const box = {
      x: origin.x + enlarged * (ownNumber(position, 'x') - width / 2),
      y: origin.y + enlarged * (ownNumber(position, 'y') - height / 2),
      width: enlarged * width,
      height: enlarged * height,
    }
    const rotation = ((ownNumber(geometry, 'rotation') % 360) + 360) % 360
    const found = {
      id,
      ref: `m${placed.size}`,
      type: ownText(item, 'type'),
      box,
      rotation,
      data: own(item, 'data'),
      style: own(item, 'style'),
    }
    placed.set(id, found)
    return found
  }
  for (const [id, item] of byId) place(id, item, 0)
  return placed
}
