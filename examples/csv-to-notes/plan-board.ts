// From rows and the objects of a board to a list of changes. The board itself is the memory: a note belongs to the row
// whose key is its first line, and a canvas to the value that is its name. So a second run updates the same objects.

import { type AnyObject, type Canvas, type ListedChange, type Note, noteColors } from '@tessera/client'

export interface Row {
  readonly key: string
  /** The name of the canvas that the note goes to. */
  readonly lane: string
  readonly text: string
}

const note = { width: 560, height: 320 }
const gap = 40
const notesAcross = 2

/** The first row names the columns; the first column is the key. `by` is the column whose values become canvases. */
export function readRows([names = [], ...rows]: string[][], by: string): Row[] {
  const lane = names.indexOf(by)
  if (lane < 0) throw new Error(`There is no column "${by}". The columns are ${names.join(', ')}.`)
  const keys = new Set<string>()
  return rows.map(cells => {
    const key = (cells[0] ?? '').trim()
    if (!key || keys.has(key)) throw new Error(key ? `Two rows have the key ${key}.` : 'A row has no key.')
    keys.add(key)
    const lines = names.flatMap((name, index) =>
      index > 0 && index !== lane && cells[index] ? [`${name}: ${cells[index]}`] : [],
    )
    return { key, lane: cells[lane]?.trim() || 'None', text: [`**${key}**`, ...lines].join('\n') }
  })
}

export function planBoard(rows: readonly Row[], objects: readonly AnyObject[]): ListedChange[] {
  const canvases = new Map(objects.flatMap(one => (one.kind === 'canvas' ? [[one.name, one] as const] : [])))
  const notes = new Map(objects.flatMap(one => (one.kind === 'note' ? entryOf(one) : [])))
  const lanes = Map.groupBy(rows, row => row.lane)
  let freeX = rightEdge(objects)
  const changes = [...lanes].flatMap(([name, inLane], index) => {
    const found = canvases.get(name)
    const corner = found ?? { x: freeX, y: 0 }
    if (!found) freeX += laneWidth + gap
    const backgroundColor = noteColors[index % noteColors.length]
    return [
      laneChange(name, inLane.length, corner, found),
      ...inLane.map((row, place) => noteChange(row, place, corner, backgroundColor, notes.get(row.key))),
    ]
  })
  return [...changes, ...planRemovals(rows, notes, canvases)]
}

const laneWidth = notesAcross * (note.width + gap) + gap

function laneChange(name: string, count: number, { x, y }: Corner, found: Canvas | undefined): ListedChange {
  const height = Math.ceil(count / notesAcross) * (note.height + gap) + gap
  const size = { width: laneWidth, height }
  if (found) return { op: 'update', id: found.id, data: size }
  return { op: 'create', kind: 'canvas', data: { name, x, y, ...size } }
}

function noteChange(
  row: Row,
  place: number,
  corner: Corner,
  backgroundColor: string | undefined,
  found: Note | undefined,
): ListedChange {
  const x = corner.x + gap + (place % notesAcross) * (note.width + gap)
  const y = corner.y + gap + Math.floor(place / notesAcross) * (note.height + gap)
  const data = { text: row.text, backgroundColor }
  if (!found) return { op: 'create', kind: 'note', data: { ...data, x, y } }
  // A pinned note stays where it is: moving it would be refused.
  return { op: 'update', id: found.id, data: found.pin ? data : { ...data, x, y } }
}

/** Notes with a key on one of our canvases whose row is gone. All other notes belong to people and stay. */
function planRemovals(
  rows: readonly Row[],
  notes: ReadonlyMap<string, Note>,
  canvases: ReadonlyMap<string, Canvas>,
): ListedChange[] {
  const keys = new Set(rows.map(row => row.key))
  const lanes = [...new Set(rows.map(row => row.lane))].flatMap(name => canvases.get(name) ?? [])
  return [...notes]
    .filter(([key, one]) => !keys.has(key) && lanes.some(lane => isOn(one, lane)))
    .map(([, { id }]) => ({ op: 'delete', id }))
}

type Corner = { readonly x: number; readonly y: number }

const entryOf = (one: Note) => {
  const key = /^\*\*(.+)\*\*$/m.exec(one.text.split('\n', 1)[0] ?? '')?.[1]
  return key ? [[key, one] as const] : []
}

const isOn = ({ x, y }: Corner, canvas: Canvas) =>
  x >= canvas.x && y >= canvas.y && x < canvas.x + canvas.width && y < canvas.y + canvas.height

/** Where there is free space: to the right of everything that has a place and a width. */
function rightEdge(objects: readonly AnyObject[]): number {
  const edges = objects.flatMap(one => ('x' in one && 'width' in one ? [one.x + one.width * scaleOf(one) + gap] : []))
  return Math.ceil(Math.max(0, ...edges))
}

const scaleOf = (one: object) => ('scale' in one && typeof one.scale === 'number' ? one.scale : 1)
