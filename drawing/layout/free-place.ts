// Finds room for new objects: the place nearest to the requested one that overlaps nothing. Also arranges several
// objects in rows.

import type { Box, Point } from '../drawable.ts'

type Size = Pick<Box, 'width' | 'height'>

/** Between objects, in board units. */
export const placingGap = 40

/** The corner of the nearest free place, which is the requested one if it is free. */
export function freePlace(wanted: Box, taken: readonly Box[]): Point {
  const isFree = ({ x, y }: Point) => !taken.some(box => overlaps({ ...wanted, x, y }, box))
  if (isFree(wanted)) return { x: wanted.x, y: wanted.y }
  const near = nearest(wanted, taken)
  const xs = unique([
    wanted.x,
    ...near.flatMap(box => [box.x + box.width + placingGap, box.x - wanted.width - placingGap]),
  ])
  const ys = unique([
    wanted.y,
    ...near.flatMap(box => [box.y + box.height + placingGap, box.y - wanted.height - placingGap]),
  ])
  const places = xs
    .flatMap(x => ys.map(y => ({ x: Math.round(x), y: Math.round(y), away: Math.hypot(x - wanted.x, y - wanted.y) })))
    .sort((one, other) => one.away - other.away)
  const found = places.find(isFree)
  if (found) return { x: found.x, y: found.y }
  const right = Math.max(...taken.map(({ x, width }) => x + width))
  return { x: Math.round(right + placingGap), y: wanted.y }
}

/** Tries only places beside these: more would be slow, and farther away than the object should be. */
const maxNear = 40

function nearest(wanted: Box, taken: readonly Box[]): readonly Box[] {
  const middle = { x: wanted.x + wanted.width / 2, y: wanted.y + wanted.height / 2 }
  const distanceTo = ({ x, y, width, height }: Box) =>
    Math.hypot(Math.max(x - middle.x, 0, middle.x - x - width), Math.max(y - middle.y, 0, middle.y - y - height))
  return taken
    .map(box => ({ box, away: distanceTo(box) }))
    .sort((one, other) => one.away - other.away)
    .slice(0, maxNear)
    .map(({ box }) => box)
}

/** Uses half of the gap, so that an object that was placed beside another one does not count as overlapping it. */
function overlaps(one: Box, other: Box): boolean {
  const gap = placingGap / 2
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  )
}

const unique = (values: readonly number[]) => [...new Set(values)]

/** Up to four in a row; more as a grid that is about as wide as it is high. From the corner of the whole, in order. */
export function arrangeInRows(sizes: readonly Size[]): { readonly places: readonly Point[]; readonly size: Size } {
  const columns = sizes.length <= 4 ? sizes.length : Math.ceil(Math.sqrt(sizes.length))
  const places: Point[] = []
  let [width, y] = [0, 0]
  for (let start = 0; start < sizes.length; start += columns) {
    const row = sizes.slice(start, start + columns)
    let x = 0
    for (const size of row) {
      places.push({ x, y })
      x += size.width + placingGap
    }
    width = Math.max(width, x - placingGap)
    y += Math.max(...row.map(({ height }) => height)) + placingGap
  }
  return { places, size: { width, height: Math.max(0, y - placingGap) } }
}

/** The highest free place inside the area, and of those the leftmost; null if there is none. */
export function freePlaceWithin(area: Box, size: Size, taken: readonly Box[]): Point | null {
  const inside = taken.filter(box => overlaps(area, box))
  const xs = unique([area.x, ...inside.map(box => box.x + box.width + placingGap)]).sort((a, b) => a - b)
  const ys = unique([area.y, ...inside.map(box => box.y + box.height + placingGap)]).sort((a, b) => a - b)
  for (const y of ys)
    for (const x of xs) {
      const place = { x: Math.ceil(x), y: Math.ceil(y), ...size }
      const fits = place.x + size.width <= area.x + area.width && place.y + size.height <= area.y + area.height
      if (fits && !inside.some(box => overlaps(place, box))) return { x: place.x, y: place.y }
    }
  return null
}
