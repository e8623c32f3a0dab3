// Strokes of an eraser that were stored before erasing changed the strokes themselves: they hide what is below them where
// they lie. A stroke that is moved away from one is cut as it was shown.

import type { BoardObject, Change } from '@tessera/client'
import { type Drawable, rendererOf } from '@tessera/drawing'
import { creationDataOf, fieldOf, hasPoints, ownerOf } from './abilities.ts'
import { cutStroke, isErased } from './cut-stroke.ts'

type Objects = ReadonlyMap<string, BoardObject>

export const isStoredEraser = (object: BoardObject) => rendererOf(object).erases?.(object) === true

/** The changes, with the strokes that they move cut. */
export function withErasersApplied(changes: readonly Change[], objects: Objects): readonly Change[] {
  const isMove = (change: Change) => change.op === 'update' && Array.isArray(change.data.points)
  if (!changes.some(isMove)) return changes
  const moved = new Set(changes.flatMap(change => (change.op === 'update' ? change.id : [])))
  const erasers = remainingErasers(objects, moved)
  if (erasers.length === 0) return changes
  return changes.flatMap((change): Change[] => {
    const object = change.op === 'update' && isMove(change) ? objects.get(change.id) : undefined
    if (change.op !== 'update' || !object) return [change]
    const pieces = piecesOf(object, change.data.points as readonly number[], erasers)
    if (!pieces) return [change]
    const [first, ...others] = pieces
    if (!first) return [{ op: 'delete', id: change.id }]
    const data = { ...creationDataOf(object), ...change.data }
    return [
      { ...change, data: { ...change.data, points: first } },
      ...others.map((points): Change => ({ op: 'create', kind: object.kind, data: { ...data, points } })),
    ]
  })
}

/** What is shown while strokes are moved: the pieces of those that an eraser has cut. */
export function withErasersShown(
  overrides: ReadonlyMap<string, Drawable | null>,
  objects: Objects,
): ReadonlyMap<string, Drawable | null> {
  const isStroke = (id: string) => {
    const object = objects.get(id)
    return object !== undefined && hasPoints(object)
  }
  if (![...overrides.keys()].some(isStroke)) return overrides
  const erasers = remainingErasers(objects, overrides)
  if (erasers.length === 0) return overrides
  const shown = new Map(overrides)
  for (const [id, moved] of overrides) {
    const object = objects.get(id)
    const placed = moved && 'points' in moved ? (moved.points as readonly number[]) : null
    const isMoved = object && placed && placed !== fieldOf(object, 'points')
    const pieces = isMoved && piecesOf(object, placed, erasers)
    if (!pieces) continue
    shown.delete(id)
    shown.set(id, null)
    for (const [index, points] of pieces.entries()) {
      const key = index === 0 ? id : `${id}-${index}`
      shown.set(key, { ...moved, id: key, points } as Drawable)
    }
  }
  return shown
}

/** The erasers that are not moved along. */
const remainingErasers = (objects: Objects, moved: { has(id: string): boolean }): BoardObject[] =>
  [...objects.values()].filter(object => isStoredEraser(object) && !moved.has(object.id))

/** What is shown of a stroke, at the points where it is now; null if no eraser touches it. */
function piecesOf(
  object: BoardObject,
  placed: readonly number[],
  erasers: readonly BoardObject[],
): readonly (readonly number[])[] | null {
  if (!hasPoints(object) || isStoredEraser(object)) return null
  const size = Number(fieldOf(object, 'size'))
  let pieces = [{ points: fieldOf(object, 'points') as readonly number[], placed }]
  let isCut = false
  for (const eraser of erasers) {
    if (ownerOf(eraser) !== ownerOf(object) || eraser.order < object.order) continue
    const erased = { path: pathOf(eraser), reach: Number(fieldOf(eraser, 'size')) / 2 }
    pieces = pieces.flatMap(piece => {
      // An eraser that only grazes the line leaves most of its width.
      if (!isErased(piece.points, 0, erased)) return [piece]
      isCut = true
      const left = cutStroke(piece.points, size, erased) ?? []
      const there = cutStroke(piece.points, size, erased, piece.placed) ?? []
      return left.map((points, index) => ({ points, placed: there[index] ?? points }))
    })
  }
  return isCut ? pieces.map(piece => piece.placed) : null
}

function pathOf(eraser: BoardObject) {
  const points = fieldOf(eraser, 'points') as readonly number[]
  return points.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: points[index + 1] as number }] : []))
}
