// Erases strokes on the board and on objects: whole ones, or the parts that it touches. One drag is one change. Erased
// parts are hidden at once, for other users too.

import type { BoardObject, Change } from '@tessera/client'
import { type Box, bounds, type Drawable, frameOf, type Point } from '@tessera/drawing'
import { boxOfPoints } from '@tessera/drawing/path'
import type { BoardView } from '../../../canvas/board-view.ts'
import { touches } from '../../../canvas/spatial-grid.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { applyChanges } from '../../actions/changes/object-changes.ts'
import { creationDataOf, fieldOf, hasPoints, ownerOf } from '../../objects/abilities.ts'
import { cutStroke, type ErasedPath, isErased } from '../../objects/cut-stroke.ts'
import { type ErasedStroke, motionsOfErased, pieceId } from '../../objects/motion.ts'
import { pointOnObject } from '../../objects/object-coordinates.ts'
import { isStoredEraser } from '../../objects/stored-erasers.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'

interface Erasable extends ErasedStroke {
  readonly target: BoardObject | null
  /** On the board, before anything is erased. */
  readonly box: Box
  pieces: readonly (readonly number[])[]
  isTouched: boolean
}

export function eraserTool(board: OpenBoard, view: BoardView): Tool {
  let strokes: Erasable[] | null = null
  let last: Point | null = null

  function erase(pointer: ToolPointer) {
    const { eraserSize, erases } = board.pen.get()
    const path = [...(last ? [last] : []), ...pointer.trail.map(({ x, y }) => ({ x, y }))]
    last = path.at(-1) ?? last
    const erased = { path, reach: eraserSize / 2 }
    const changed = (strokes ?? []).filter(stroke => isNear(stroke, erased) && eraseFrom(stroke, erased, erases))
    if (changed.length === 0) return
    const touched = (strokes ?? []).filter(({ isTouched }) => isTouched)
    board.overrides.set(shownOf(touched))
    board.live.sendPresence({ moving: motionsOfErased(touched) })
  }

  function end() {
    strokes = null
    last = null
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }

  return {
    down(pointer) {
      if (pointer.button !== 0 && pointer.button !== 5) return false
      strokes = erasableOn(board)
      last = null
      erase(pointer)
      return true
    },
    move: pointer => strokes && erase(pointer),
    up(pointer) {
      if (!strokes) return
      erase(pointer)
      const current = strokes.filter(({ object, isTouched }) => isTouched && board.live.get(object.id))
      applyChanges(board, current.flatMap(changesOf))
      end()
    },
    cancel: end,
    hover: () => cursorOf(board.pen.get().eraserSize * view.camera.zoom),
  }
}

/** Strokes of a stored eraser are not ink: they stay in place. */
const erasableOn = ({ live }: OpenBoard): Erasable[] =>
  [...live.objects.values()].flatMap(object => {
    const owner = ownerOf(object)
    const target = owner === null ? null : (live.get(owner) ?? null)
    if (!hasPoints(object) || isStoredEraser(object) || (owner !== null && !target)) return []
    const pieces = [fieldOf(object, 'points') as readonly number[]]
    return [{ object, target, box: bounds(object, target), pieces, isTouched: false }]
  })

function isNear({ box }: Erasable, { path, reach }: ErasedPath): boolean {
  const { x, y, width, height } = boxOfPoints(path)
  return touches(box, { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach })
}

/** False if nothing is erased. */
function eraseFrom(stroke: Erasable, { path, reach }: ErasedPath, erases: 'strokes' | 'parts'): boolean {
  const { object, target } = stroke
  const frame = target && frameOf(target)
  const there = frame
    ? { path: path.map(point => pointOnObject(point, frame)), reach: reach / frame.scale }
    : { path, reach }
  const size = Number(fieldOf(object, 'size'))
  const before = stroke.pieces
  if (erases === 'strokes') stroke.pieces = before.some(piece => isErased(piece, size, there)) ? [] : before
  else {
    const cuts = before.map(piece => cutStroke(piece, size, there))
    if (cuts.some(Boolean)) stroke.pieces = before.flatMap((piece, index) => cuts[index] ?? [piece])
  }
  const isChanged = stroke.pieces !== before
  stroke.isTouched ||= isChanged
  return isChanged
}

/** The first piece is shown in place of the stroke, the others beside it. */
function shownOf(strokes: readonly ErasedStroke[]): Map<string, Drawable | null> {
  const shown = new Map<string, Drawable | null>()
  for (const { object, pieces } of strokes) {
    shown.set(object.id, null)
    for (const [index, points] of pieces.entries()) {
      const id = pieceId(object, index)
      shown.set(id, { ...object, id, points } as unknown as Drawable)
    }
  }
  return shown
}

function changesOf({ object, pieces }: ErasedStroke): Change[] {
  const [first, ...others] = pieces
  if (!first) return [{ op: 'delete', id: object.id }]
  const data = creationDataOf(object)
  return [
    { op: 'update', id: object.id, data: { points: first } },
    ...others.map((points): Change => ({ op: 'create', kind: object.kind, data: { ...data, points } })),
  ]
}

/** A circle of the size of the eraser, as far as browsers show cursors of that size. */
function cursorOf(diameter: number): string {
  const size = Math.round(Math.min(120, Math.max(8, diameter)))
  const middle = size / 2
  const circle = (color: string, radius: number) =>
    `<circle cx='${middle}' cy='${middle}' r='${radius}' fill='none' stroke='${color}' stroke-width='1.5'/>`
  const image = `<svg xmlns='http://www.w3.org/2000/svg' width='${size}' height='${size}'>${circle('white', middle - 2)}${circle('#475467', middle - 1)}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(image)}") ${Math.round(middle)} ${Math.round(middle)}, crosshair`
}
