// Reads as many objects of a board as fit into one response. The cursor is that of the API's list, so a page of a large
// board costs no more than a page of a small one.

import type { KindName } from '@tessera/contract'
import { type Box, boxAround } from '@tessera/drawing'
import { byteLength } from './answer-size.ts'
import { type BoardObject, boxOf, isGround, isTextless, objectLine } from './board-object.ts'
import { badCursor } from './paging.ts'
import { contains } from './sections.ts'
import { type ToolContext, ToolProblem } from './tool.ts'
import { type BoxInput, boxText } from './tool-input.ts'

export interface BoardFilter {
  readonly workspace_id: string
  readonly box?: BoxInput
  readonly canvas?: string
  readonly kind?: KindName
  readonly text?: string
  readonly cursor?: string
}

export interface BoardPage {
  readonly seq: number
  readonly objects: readonly BoardObject[]
  /** The canvases that the objects may lie on. */
  readonly canvases: readonly BoardObject[]
  /** How many drawn strokes are left out. */
  readonly strokes: number
  readonly next: string | null
  readonly isFiltered: boolean
  readonly box: Box | null
}

const pageSize = 1_000
/** Leaves room for the headings of canvases. */
const maxBytes = 30_000
/** Each page is a request to the API. */
const maxLists = 10

export async function readBoardPage({ client }: ToolContext, filter: BoardFilter): Promise<BoardPage> {
  const { workspace_id, kind, text } = filter
  if (filter.box && filter.canvas) throw new ToolProblem('Send either box or canvas, not both.')
  const area = filter.canvas ? await canvasBox(client, workspace_id, filter.canvas) : null
  const box = area ? boxText(roundedOut(area)) : filter.box && boxText(filter.box)
  const isWanted = (object: BoardObject) =>
    (kind !== undefined || !isTextless(object)) &&
    (area === null || (!isGround(object) && contains(area, boxOf(object))))
  const query = { limit: pageSize, ...(kind && { kind }), ...(box && { box }), ...(text && { query: text }) }
  let cursor = readCursor(filter.cursor)
  const objects: BoardObject[] = []
  let [seq, bytes, strokes] = [0, 0, 0]
  let isFull = false
  for (let lists = 0; lists < maxLists && !isFull && cursor !== null; lists += 1) {
    const list = await client.objects.list(workspace_id, { ...query, ...(cursor && { cursor }) })
    if (lists === 0) seq = list.seq
    for (const object of list.objects) {
      if (isWanted(object)) {
        bytes += byteLength(objectLine(object)) + 1
        isFull = bytes > maxBytes && objects.length > 0
        if (isFull) break
        objects.push(object)
      } else if (kind === undefined && isTextless(object)) strokes += 1
      cursor = object.id
    }
    if (!isFull) cursor = list.next_cursor
  }
  const next = cursor ?? null
  const isWhole = filter.cursor === undefined && next === null && !kind && !box && !text
  const canvases = isWhole ? objects.filter(isGround) : await listCanvases(client, workspace_id)
  const isFiltered = Boolean(kind || box || text || filter.cursor)
  return { seq, objects, canvases, strokes, next, isFiltered, box: area ?? filter.box ?? boxAround(objects.map(boxOf)) }
}

/** The id of the object before the page; undefined at the start. */
function readCursor(text: string | undefined): string | undefined | null {
  if (text !== undefined && !/^[0-9a-f]{24}$/.test(text)) throw badCursor()
  return text
}

export async function canvasBox(client: ToolContext['client'], workspace_id: string, id: string): Promise<Box> {
  const { canvas } = await client.canvases.get(workspace_id, id)
  return canvas
}

async function listCanvases(client: ToolContext['client'], workspace_id: string): Promise<readonly BoardObject[]> {
  return (await client.objects.list(workspace_id, { kind: 'canvas', limit: pageSize })).objects
}

export function roundedOut({ x, y, width, height }: Box): BoxInput {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}
