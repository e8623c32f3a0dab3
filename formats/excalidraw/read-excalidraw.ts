// Reads drawings (.excalidraw), copied elements and libraries (.excalidrawlib) of Excalidraw.

import { boxAround } from '@tessera/drawing/box-around'
import { BoardBuilder } from '../board-builder.ts'
import { type ImportedBoard, type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { type JsonObject, own, ownList, ownText, parseJson } from '../parse-json.ts'
import { type Drawing, type Element, elementsIn, moveElement } from './excalidraw-drawing.ts'
import { addElement } from './excalidraw-elements.ts'

export function readExcalidraw(bytes: Uint8Array, limits: ImportLimits): ImportedBoard {
  return readExcalidrawJson(parseJson(bytes, limits), limits)
}

export function readExcalidrawJson(file: unknown, limits: ImportLimits): ImportedBoard {
  const builder = new BoardBuilder(limits)
  const drawing = drawingOf(elementsOf(file, limits), own(file, 'files'), builder)
  for (const element of drawing.elements) addElement(element, drawing)
  return builder.finish()
}

function elementsOf(file: unknown, limits: ImportLimits): Element[] {
  if (/^excalidrawlib$/.test(ownText(file, 'type'))) return besideEachOther(libraryItems(file), limits)
  if (!Array.isArray(own(file, 'elements')))
    throw new UnreadableBoardFile('damaged', 'The file has no elements of an Excalidraw drawing')
  return elementsIn(ownList(file, 'elements'))
}

/** Version 1 has lists of elements, version 2 named items. */
const libraryItems = (file: unknown): Element[][] => [
  ...ownList(file, 'library').map(item => elementsIn(Array.isArray(item) ? item : [])),
  ...ownList(file, 'libraryItems').map(item => elementsIn(ownList(item, 'elements'))),
]

const columnGap = 80
const rowWidth = 2_000

/** Places the items in rows, each as a group with ids of its own, because items may be copies of each other. */
function besideEachOther(items: readonly Element[][], limits: ImportLimits): Element[] {
  const placed: Element[] = []
  const next = { x: 0, y: 0, height: 0 }
  for (const [index, item] of items.entries()) {
    const box = boxAround(item)
    if (!box) continue
    if (next.x > 0 && next.x + box.width > rowWidth)
      Object.assign(next, { x: 0, y: next.y + next.height + columnGap, height: 0 })
    for (const element of item) {
      if (placed.length > limits.objects) return placed
      placed.push(moveElement(element, next.x - box.x, next.y - box.y, `item${index}-`))
    }
    next.x += box.width + columnGap
    next.height = Math.max(next.height, box.height)
  }
  return placed
}

function drawingOf(elements: Element[], files: unknown, builder: BoardBuilder): Drawing {
  const byId = new Map<string, Element>()
  const boundTexts = new Map<string, Element>()
  for (const element of elements) byId.set(element.id, element)
  for (const element of elements)
    if (element.containerId !== null && byId.has(element.containerId) && !boundTexts.has(element.containerId))
      boundTexts.set(element.containerId, element)
  const refs = new Map(elements.map((element, index) => [element, `e${index}`]))
  return { elements, byId, boundTexts, refs, files: (files ?? {}) as JsonObject, builder }
}
