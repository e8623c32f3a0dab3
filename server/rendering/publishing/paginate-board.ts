// Splits a board into pages of a few hundred objects that are close to each other, so that a visitor who looks at one
// corner does not fetch the rest. Only the bounds of the objects are held in memory, not their records.

import { setImmediate as nextTick } from 'node:timers/promises'
import { renderers } from '@tessera/drawing/renderers'
import type { ObjectBounds } from './snapshot-store.ts'

interface PageLimits {
  readonly objects: number
  readonly characters: number
}

const defaultLimits: PageLimits = { objects: 500, characters: 262_144 }

export interface PlacedObject {
  readonly id: string
  readonly size: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface BoardLayout {
  /** Objects that are drawn below the others, and the others. */
  readonly ground: PlacedObject[]
  readonly board: PlacedObject[]
}

export interface Bounds {
  readonly left_x: number
  readonly top_y: number
  readonly right_x: number
  readonly bottom_y: number
}

/** A stroke on an object gets the bounds of that object, which has already been read because it was created first. */
export async function readBoardLayout(pages: AsyncIterable<readonly ObjectBounds[]>): Promise<BoardLayout> {
  const layout: BoardLayout = { ground: [], board: [] }
  const known = new Map<string, PlacedObject>()
  for await (const page of pages)
    for (const bounds of page) {
      const { id, size, kind, parent_id } = bounds
      const target = parent_id === null ? undefined : known.get(parent_id)
      const found = target ? { ...target, id, size } : toPlacedObject(bounds)
      const isGround = renderers[kind as keyof typeof renderers].layer === 'ground'
      layout[isGround ? 'ground' : 'board'].push(found)
      if (parent_id === null) known.set(id, found)
    }
  return layout
}

const toPlacedObject = ({ id, size, left_x, top_y, right_x, bottom_y }: ObjectBounds): PlacedObject => ({
  id,
  size,
  left: left_x,
  top: top_y,
  right: right_x,
  bottom: bottom_y,
})

/** The ground comes first: it has few, large objects and shows the structure of the board. */
export async function* paginateBoard(
  { ground, board }: BoardLayout,
  limits: PageLimits = defaultLimits,
): AsyncGenerator<PlacedObject[]> {
  yield* splitInHalves(ground, limits)
  yield* splitInHalves(board, limits)
}

/** Splits in two across the longer side, recursively, until the parts are small enough. */
async function* splitInHalves(objects: PlacedObject[], limits: PageLimits): AsyncGenerator<PlacedObject[]> {
  if (objects.length === 0) return
  if (fits(objects, limits)) return yield objects
  const { left_x, top_y, right_x, bottom_y } = boundsOf(objects) as Bounds
  const isWide = right_x - left_x > bottom_y - top_y
  const middle = isWide
    ? ({ left, right }: PlacedObject) => left + right
    : ({ top, bottom }: PlacedObject) => top + bottom
  // Objects at the same position stay together, in particular an object and the strokes on it.
  objects.sort((a, b) => middle(a) - middle(b) || (a.id < b.id ? -1 : 1))
  await nextTick()
  const half = Math.ceil(objects.length / 2)
  yield* splitInHalves(objects.slice(0, half), limits)
  yield* splitInHalves(objects.slice(half), limits)
}

function fits(objects: readonly PlacedObject[], { objects: maxObjects, characters }: PageLimits): boolean {
  if (objects.length === 1) return true
  return objects.length <= maxObjects && objects.reduce((sum, { size }) => sum + size, 0) <= characters
}

export function boundsOf(objects: readonly PlacedObject[]): Bounds | null {
  if (objects.length === 0) return null
  let [left_x, top_y, right_x, bottom_y] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { left, top, right, bottom } of objects) {
    left_x = Math.min(left_x, left)
    top_y = Math.min(top_y, top)
    right_x = Math.max(right_x, right)
    bottom_y = Math.max(bottom_y, bottom)
  }
  return { left_x, top_y, right_x, bottom_y }
}
