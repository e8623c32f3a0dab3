// Finds items by position. An item is in one cell of a grid whose cells are at least as large as the item, so adding,
// moving and removing take constant time; a search also looks at the next cell on every side.

import { type Box, boxAround } from '@tessera/drawing'

export interface SpatialGrid<T> {
  readonly size: number
  /** Adds an item, or moves it. */
  put(thing: T, box: Box): void
  remove(thing: T): void
  /** Items whose box touches the other one, in no particular order. */
  search(box: Box): T[]
  /** The smallest box that contains all items; null if there are none. */
  bounds(): Box | null
}

export function createSpatialGrid<T>(): SpatialGrid<T> {
  const places = new Map<T, Place<T>>()
  const levels = new Map<number, Map<number, Place<T>[]>>()
  /** Valid until an item at its edge moves or is removed; undefined if it has to be computed. */
  let bounds: Box | null | undefined = null
  const leave = (place: Place<T>) => {
    takeOut(place, levels)
    if (bounds && isAtEdge(place.box, bounds)) bounds = undefined
  }
  return {
    get size() {
      return places.size
    },
    put(thing, box) {
      const found = places.get(thing)
      if (found) leave(found)
      const place = found ?? { thing, box, level: 0, cell: 0, index: 0 }
      place.box = box
      putIn(place, levels)
      places.set(thing, place)
      if (bounds !== undefined) bounds = boxAround(bounds ? [bounds, box] : [box])
    },
    remove(thing) {
      const place = places.get(thing)
      if (!place) return
      leave(place)
      places.delete(thing)
    },
    search(box) {
      const found: T[] = []
      for (const [level, cells] of levels) searchLevel(level, cells, box, found)
      return found
    },
    bounds() {
      if (bounds === undefined) bounds = boxAround(Array.from(places.values(), ({ box }) => box))
      return bounds
    },
  }
}

export const touches = (one: Box, other: Box) =>
  one.x <= other.x + other.width &&
  one.y <= other.y + other.height &&
  one.x + one.width >= other.x &&
  one.y + one.height >= other.y

const isAtEdge = (inner: Box, outer: Box) =>
  inner.x <= outer.x ||
  inner.y <= outer.y ||
  inner.x + inner.width >= outer.x + outer.width ||
  inner.y + inner.height >= outer.y + outer.height

interface Place<T> {
  readonly thing: T
  box: Box
  level: number
  cell: number
  /** Within its cell. */
  index: number
}

type Levels<T> = Map<number, Map<number, Place<T>[]>>

const smallestCell = 256
/** Cells are counted up to this distance from the origin; everything beyond shares the outermost cell. */
const farthest = 2 ** 25

const levelFor = ({ width, height }: Box) =>
  Math.max(0, Math.ceil(Math.log2(Math.max(width, height, 1) / smallestCell)))
const sideOf = (level: number) => smallestCell * 2 ** level
const clamp = (cell: number) => Math.min(farthest - 1, Math.max(-farthest, cell))
const cellKey = (column: number, row: number) => (column + farthest) * (2 * farthest) + row + farthest

function putIn<T>(place: Place<T>, levels: Levels<T>) {
  const { box } = place
  place.level = levelFor(box)
  const side = sideOf(place.level)
  place.cell = cellKey(
    clamp(Math.floor((box.x + box.width / 2) / side)),
    clamp(Math.floor((box.y + box.height / 2) / side)),
  )
  const cells = levels.get(place.level) ?? new Map<number, Place<T>[]>()
  const cell = cells.get(place.cell) ?? []
  levels.set(place.level, cells)
  cells.set(place.cell, cell)
  place.index = cell.push(place) - 1
}

function takeOut<T>(place: Place<T>, levels: Levels<T>) {
  const cells = levels.get(place.level)
  const cell = cells?.get(place.cell)
  const last = cell?.pop()
  if (!cells || !cell || !last) return
  if (last !== place) {
    cell[place.index] = last
    last.index = place.index
  }
  if (cell.length === 0) cells.delete(place.cell)
  if (cells.size === 0) levels.delete(place.level)
}

function searchLevel<T>(level: number, cells: Map<number, Place<T>[]>, box: Box, found: T[]) {
  const side = sideOf(level)
  const cellAt = (position: number) => clamp(Math.floor(position / side))
  const [left, right] = [cellAt(box.x - side / 2), cellAt(box.x + box.width + side / 2)]
  const [top, bottom] = [cellAt(box.y - side / 2), cellAt(box.y + box.height + side / 2)]
  // If the search covers more cells than exist, it goes through the existing ones.
  if ((right - left + 1) * (bottom - top + 1) > cells.size) {
    for (const cell of cells.values()) searchCell(cell, box, found)
    return
  }
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) {
      const cell = cells.get(cellKey(column, row))
      if (cell) searchCell(cell, box, found)
    }
  }
}

function searchCell<T>(cell: readonly Place<T>[], box: Box, found: T[]) {
  for (const place of cell) if (touches(place.box, box)) found.push(place.thing)
}
