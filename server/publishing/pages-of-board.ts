// A board cut into pages: objects that lie near each other go together, a few hundred to a page, so that whoever looks at
// one corner need not fetch the rest. Only where things lie is held in memory, never what they are.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { looks } from '@tessera/drawing/looks'
import type { Place } from './snapshot-store.ts'

interface PageLimits {
  readonly objects: number
  readonly characters: number
}

const usualLimits: PageLimits = { objects: 500, characters: 262_144 }

export interface BoardPlace {
  readonly id: string
  readonly size: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Survey {
  /** What lies on the ground, and everything else. */
  readonly ground: BoardPlace[]
  readonly board: BoardPlace[]
}

export interface Bounds {
  readonly left_x: number
  readonly top_y: number
  readonly right_x: number
  readonly bottom_y: number
}

/** What is drawn on an object lies where that object lies; an object is made before what is drawn on it. */
export async function surveyBoard(pages: AsyncIterable<readonly Place[]>): Promise<Survey> {
  const survey: Survey = { ground: [], board: [] }
  const known = new Map<string, BoardPlace>()
  for await (const page of pages)
    for (const place of page) {
      const { id, size, kind, parent_id } = place
      const target = parent_id === null ? undefined : known.get(parent_id)
      const found = target ? { ...target, id, size } : placeOf(place)
      const isGround = looks[kind as keyof typeof looks].layer === 'ground'
      survey[isGround ? 'ground' : 'board'].push(found)
      if (parent_id === null) known.set(id, found)
    }
  return survey
}

const placeOf = ({ id, size, left_x, top_y, right_x, bottom_y }: Place): BoardPlace => ({
  id,
  size,
  left: left_x,
  top: top_y,
  right: right_x,
  bottom: bottom_y,
})

/** The ground first: it is large and little, and says what the board is about. */
export async function* pagesOfBoard(
  { ground, board }: Survey,
  limits: PageLimits = usualLimits,
): AsyncGenerator<BoardPlace[]> {
  yield* halves(ground, limits)
  yield* halves(board, limits)
}

/** Cut in two across the longer side, again and again, until the parts are small enough. */
async function* halves(places: BoardPlace[], limits: PageLimits): AsyncGenerator<BoardPlace[]> {
  if (places.length === 0) return
  if (fits(places, limits)) return yield places
  const { left_x, top_y, right_x, bottom_y } = boundsOf(places) as Bounds
  const isWide = right_x - left_x > bottom_y - top_y
  const middle = isWide ? ({ left, right }: BoardPlace) => left + right : ({ top, bottom }: BoardPlace) => top + bottom
  // What lies in the same spot stays together, a thing and what is drawn on it above all.
  places.sort((a, b) => middle(a) - middle(b) || (a.id < b.id ? -1 : 1))
  await nextTurn()
  const half = Math.ceil(places.length / 2)
  yield* halves(places.slice(0, half), limits)
  yield* halves(places.slice(half), limits)
}

function fits(places: readonly BoardPlace[], { objects, characters }: PageLimits): boolean {
  if (places.length === 1) return true
  return places.length <= objects && places.reduce((sum, { size }) => sum + size, 0) <= characters
}

export function boundsOf(places: readonly BoardPlace[]): Bounds | null {
  if (places.length === 0) return null
  let [left_x, top_y, right_x, bottom_y] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { left, top, right, bottom } of places) {
    left_x = Math.min(left_x, left)
    top_y = Math.min(top_y, top)
    right_x = Math.max(right_x, right)
    bottom_y = Math.max(bottom_y, bottom)
  }
  return { left_x, top_y, right_x, bottom_y }
}
