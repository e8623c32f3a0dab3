// Draws with the pen or the highlighter. Others see the stroke live; it is created when it ends. A stroke completely on
// an object that takes strokes becomes part of that object. With Shift the line is straight; with Alt it becomes the
// shape or the connector that it looks like.

import type { BoardObject } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { bounds, type Drawable, frameOf, type Point, type StrokeObject } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { createObject } from '../../actions/changes/object-changes.ts'
import { takesStrokes } from '../../objects/abilities.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import { choicesOf, type DrawingBrush } from '../../state/pen-choice.ts'
import { select } from '../../state/selection.ts'
import { recognizedObject } from '../pen/recognized-object.ts'
import { straightLine } from '../pen/straight-line.ts'
import { type StrokeLine, strokeLine } from '../pen/stroke-line.ts'
import { strokeOnObject } from '../pen/stroke-on-object.ts'

/** The id of the stroke while it is drawn. */
const strokeInProgress = 'stroke-under-way'

export function penTool(board: OpenBoard, view: BoardView, brushType: DrawingBrush): Tool {
  const { color, size } = choicesOf[brushType]
  let line: StrokeLine | null = null
  let start: Point = { x: 0, y: 0 }
  let target: BoardObject | null = null
  /** The last position of the pointer, with the keys that were held. */
  let latest: ToolPointer | null = null

  function addSamples(pointer: ToolPointer) {
    latest = pointer
    // Only pens report useful pressure: a mouse has none, and that of fingers means little.
    const hasPressure = pointer.pointerType === 'pen'
    for (const { x, y, pressure } of pointer.trail) line?.add({ x, y, pressure: hasPressure ? pressure : null })
  }

  function drawn() {
    const points = latest?.shiftKey ? straightLine(start, latest.point) : (line?.points() ?? [])
    const brushSize = line?.size() ?? 1
    const placed = target ? strokeOnObject(points, brushSize, frameOf(target)) : null
    const free = { penColor: board.pen.get()[color], brushSize, brushType, points }
    return placed && target ? { ...free, ...placed, targetId: target.id } : free
  }

  /** What the line becomes instead of a stroke, if Alt is held. */
  const recognize = () =>
    latest?.altKey && line ? recognizedObject(line.points(), board.pen.get()[color], line.size()) : null

  function show() {
    const found = recognize()
    const { brushSize, targetId = null, ...rest } = drawn() as ReturnType<typeof drawn> & { targetId?: string }
    const stroke = { kind: kinds.stroke.name, id: strokeInProgress, size: brushSize, targetId, ...rest } as StrokeObject
    const shown = found ? ({ ...found.shown, id: strokeInProgress } as Drawable) : stroke
    board.overrides.set(new Map([[strokeInProgress, shown]]))
    const name = `${strokeInProgress}-${board.live.me?.connection ?? ''}`
    board.live.sendPresence({ moving: [{ id: name, brushSize, targetId, ...rest }] })
  }

  function end() {
    line = null
    target = null
    latest = null
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }

  return {
    down(pointer) {
      if (pointer.button !== 0 && pointer.button !== 5) return false
      line = strokeLine(board.pen.get()[size], 1.2 / view.camera.zoom)
      start = pointer.point
      target = drawableAt(board, view, pointer)
      addSamples(pointer)
      show()
      return true
    },
    move(pointer) {
      if (!line) return
      addSamples(pointer)
      show()
    },
    up(pointer) {
      if (!line) return
      addSamples(pointer)
      const found = recognize()
      const id = found ? createObject(board, found.kind, found.data) : createObject(board, kinds.stroke.name, drawn())
      if (found && id !== null) select(board, [id])
      end()
    },
    cancel: end,
    hover: () => 'crosshair',
  }
}

/** The topmost object at the point, if it takes strokes. */
function drawableAt(board: OpenBoard, view: BoardView, { point }: ToolPointer): BoardObject | null {
  const found = view.objectAt(point, { slack: 0, isWanted: object => !('points' in object) })
  const object = found ? board.live.get(found.id) : null
  return object && takesStrokes(object) && bounds(object).width > 0 ? object : null
}
