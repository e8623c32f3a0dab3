// Groups objects by the canvas that they lie on, as a person sees them: the smallest canvas around their middle.

import type { Box } from '@tessera/drawing'
import { type BoardObject, boxOf, isGround } from './board-object.ts'

export interface Section {
  readonly canvas: BoardObject | null
  readonly objects: readonly BoardObject[]
}

/** A canvas without any of the objects is listed only if it is one of the objects itself. */
export function sectionsOf(objects: readonly BoardObject[], canvases: readonly BoardObject[]): Section[] {
  const bySize = canvases
    .map(canvas => ({ canvas, box: boxOf(canvas) }))
    .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
  const inside = new Map<string | null, { object: BoardObject; box: Box }[]>()
  for (const object of objects) {
    if (isGround(object)) {
      if (!inside.has(object.id)) inside.set(object.id, [])
      continue
    }
    const box = boxOf(object)
    const id = bySize.find(one => contains(one.box, box))?.canvas.id ?? null
    const list = inside.get(id)
    if (list) list.push({ object, box })
    else inside.set(id, [{ object, box }])
  }
  const sections = bySize
    .filter(({ canvas }) => inside.has(canvas.id))
    .sort((a, b) => byPosition(a.box, b.box))
    .map(({ canvas }) => ({ canvas, objects: sortEntries(inside.get(canvas.id) ?? []) }))
  const loose = sortEntries(inside.get(null) ?? [])
  return loose.length === 0 ? sections : [...sections, { canvas: null, objects: loose }]
}

/** Whether the middle of the second box is in the first. */
export function contains(outer: Box, inner: Box): boolean {
  const x = inner.x + inner.width / 2
  const y = inner.y + inner.height / 2
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

const sortEntries = (entries: { object: BoardObject; box: Box }[]) =>
  entries.sort((a, b) => byPosition(a.box, b.box)).map(({ object }) => object)

const byPosition = (a: Box, b: Box) => a.y - b.y || a.x - b.x
