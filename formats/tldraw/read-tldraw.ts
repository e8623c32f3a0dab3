// Reads files of tldraw (.tldr), of all versions since pages and bindings are records. Sizes and texts of older versions
// are recognized by what they have, not by a version number.

import { BoardBuilder } from '../board-builder.ts'
import { type ImportedBoard, type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { isObject, type JsonObject, own, ownList, ownNumber, ownText, parseJson } from '../parse-json.ts'
import { addArrow, addDrawing, addPolyline } from './tldraw-lines.ts'
import { addBookmark, addFrame, addGeo, addImage, addNote, addText, addUnknown, addVideo } from './tldraw-shapes.ts'
import {
  type AddShape,
  childOf,
  type Placement,
  rootPlacement,
  type Shape,
  shapeOf,
  type TldrawBoard,
} from './tldraw-store.ts'

export function readTldraw(bytes: Uint8Array, limits: ImportLimits): ImportedBoard {
  const file = parseJson(bytes, limits)
  if (!Array.isArray(own(file, 'records'))) {
    if (isObject(own(file, 'document')))
      throw new UnreadableBoardFile(
        'not_recognized',
        'This file was written by tldraw before 2023; open it in tldraw and save it again',
      )
    throw new UnreadableBoardFile('damaged', 'The file has no records of a tldraw board')
  }
  const board = boardOf(ownList(file, 'records').filter(isObject), limits)
  const pages = pagesIn(board)
  if (pages.length > 1) addPagesBeside(pages, board)
  else for (const page of pages) addChildren(page.id, rootPlacement(board.enlarged), board, 0)
  return board.builder.finish()
}

function boardOf(records: readonly JsonObject[], limits: ImportLimits): TldrawBoard {
  const shapes = new Map<string, Shape>()
  const children = new Map<string, Shape[]>()
  for (const record of records) {
    if (ownText(record, 'typeName') !== 'shape') continue
    const shape = shapeOf(record, `s${shapes.size}`)
    shapes.set(shape.id, shape)
  }
  for (const shape of shapes.values()) {
    const list = children.get(shape.parentId)
    if (list) list.push(shape)
    else children.set(shape.parentId, [shape])
  }
  for (const list of children.values()) list.sort((a, b) => (a.index < b.index ? -1 : a.index > b.index ? 1 : 0))
  const byType = (typeName: string) =>
    new Map(records.filter(one => ownText(one, 'typeName') === typeName).map(one => [ownText(one, 'id'), one]))
  const enlarged = enlargement([...shapes.values()])
  return {
    shapes,
    children,
    records: { pages: byType('page'), assets: byType('asset'), bindings: bindingsByArrow(byType('binding')) },
    placements: new Map(),
    builder: new BoardBuilder(limits),
    maxDepth: limits.depth,
    enlarged,
  }
}

const bindingsByArrow = (bindings: ReadonlyMap<string, JsonObject>) =>
  Map.groupBy(bindings.values(), binding => ownText(binding, 'fromId'))

const noteWidth = 200
const leastNoteWidth = 280
const maxEnlargement = 4

/** Notes of tldraw are smaller than a note can be. Everything is enlarged with them, so that nothing overlaps. */
function enlargement(shapes: readonly Shape[]): number {
  let least = Infinity
  for (const { type, props } of shapes) {
    if (type === 'note') least = Math.min(least, noteWidth * Math.max(0.01, ownNumber(props, 'scale', 1)))
  }
  return Math.min(maxEnlargement, Math.max(1, leastNoteWidth / least))
}

interface Page {
  readonly id: string
  readonly name: string
}

/** The pages in their order, without empty ones. Shapes whose page is missing are on a page of their own. */
function pagesIn({ records, shapes, children }: TldrawBoard): Page[] {
  const pages = [...records.pages.values()]
    .sort((a, b) => (ownText(a, 'index') < ownText(b, 'index') ? -1 : 1))
    .map(page => ({ id: ownText(page, 'id'), name: ownText(page, 'name') }))
  const known = new Set(pages.map(({ id }) => id))
  const lost = [...children.keys()].filter(id => !known.has(id) && !shapes.has(id))
  return [...pages, ...lost.map(id => ({ id, name: '' }))].filter(({ id }) => children.has(id))
}

const pageGap = 160
const canvasPadding = 80

function addPagesBeside(pages: readonly Page[], board: TldrawBoard): void {
  let left = 0
  for (const [index, page] of pages.entries()) {
    const box = pageBox(page, board)
    const canvas = {
      x: left,
      y: 0,
      width: box.width * board.enlarged + 2 * canvasPadding,
      height: box.height * board.enlarged + 2 * canvasPadding,
    }
    const name = page.name.trim() || `Page ${index + 1}`
    const ref = board.builder.add('canvas', { ...canvas, name, borderColor: 'Gray' }, { ref: `page${index}` })
    board.builder.report.adapt('pages_beside', ref)
    const at = { x: left + canvasPadding - box.x * board.enlarged, y: canvasPadding - box.y * board.enlarged }
    addChildren(page.id, rootPlacement(board.enlarged, at), board, 0)
    left += canvas.width + pageGap
  }
}

/** The approximate box of the shapes that lie on the page itself. */
function pageBox(page: Page, { children }: TldrawBoard) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, props } of children.get(page.id) ?? []) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + ownNumber(props, 'w', noteWidth))
    bottom = Math.max(bottom, y + ownNumber(props, 'h', noteWidth))
  }
  return { x: left, y: top, width: Math.min(1e6, right - left), height: Math.min(1e6, bottom - top) }
}

function addChildren(parentId: string, parent: Placement, board: TldrawBoard, depth: number): void {
  if (depth > board.maxDepth)
    throw new UnreadableBoardFile('too_deep', `Groups are nested more than ${board.maxDepth} levels deep`)
  for (const shape of board.children.get(parentId) ?? []) {
    if (board.placements.has(shape.id)) continue
    const placement = childOf(parent, shape)
    board.placements.set(shape.id, placement)
    if (shape.type === 'group' && placement.groups.length > 1) board.builder.report.adapt('group_flattened')
    const add = Object.hasOwn(adders, shape.type) ? adders[shape.type] : addUnknown
    add?.(shape, placement, board)
    addChildren(shape.id, placement, board, depth + 1)
  }
}

const adders: Readonly<Record<string, AddShape>> = {
  geo: addGeo,
  note: addNote,
  text: addText,
  arrow: addArrow,
  line: addPolyline,
  draw: addDrawing,
  highlight: addDrawing,
  frame: addFrame,
  image: addImage,
  bookmark: addBookmark,
  embed: addBookmark,
  video: addVideo,
  group: () => {},
}
