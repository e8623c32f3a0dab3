// Draws with the pen or the eraser. Others see the stroke live; it is created when it ends. A stroke completely on an
// object that takes strokes becomes part of that object.

import type { BoardObject } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { bounds, frameOf, type StrokeObject } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { Tool, ToolPointer } from '../../../canvas/tool.ts'
import { createObject } from '../../actions/changes/object-changes.ts'
import { takesStrokes } from '../../objects/abilities.ts'
import { noOverrides, type OpenBoard } from '../../state/board.ts'
import { type StrokeLine, strokeLine } from '../pen/stroke-line.ts'
import { strokeOnObject } from '../pen/stroke-on-object.ts'

type BrushType = StrokeObject['brushType']

/** The id of the stroke while it is drawn. */
const strokeInProgress = 'stroke-under-way'

export function penTool(board: OpenBoard, view: BoardView, brushType: BrushType): Tool {
  let line: StrokeLine | null = null
  let target: BoardObject | null = null

  function addSamples(pointer: ToolPointer) {
    // Only pens report useful pressure: a mouse has none, and that of fingers means little.
    const hasPressure = pointer.pointerType === 'pen'
    for (const { x, y, pressure } of pointer.trail) line?.add({ x, y, pressure: hasPressure ? pressure : null })
  }

  function drawn() {
    const { penColor } = board.pen.get()
    const points = line?.points() ?? []
    const brushSize = line?.size() ?? 1
    const placed = target ? strokeOnObject(points, brushSize, frameOf(target)) : null
    const free = { penColor, brushSize, brushType, points }
    return placed && target ? { ...free, ...placed, targetId: target.id } : free
  }

  function show() {
    const { brushSize, targetId = null, ...rest } = drawn() as ReturnType<typeof drawn> & { targetId?: string }
    const stroke = { kind: kinds.stroke.name, id: strokeInProgress, size: brushSize, targetId, ...rest } as StrokeObject
    board.overrides.set(new Map([[strokeInProgress, stroke]]))
    const name = `${strokeInProgress}-${board.live.me?.connection ?? ''}`
    board.live.sendPresence({ moving: [{ id: name, brushSize, targetId, ...rest }] })
  }

  function end() {
    line = null
    target = null
    board.overrides.set(noOverrides)
    board.live.sendPresence({ moving: [] })
  }

  return {
    down(pointer) {
      if (pointer.button !== 0 && pointer.button !== 5) return false
      const { brushSize, eraserSize } = board.pen.get()
      line = strokeLine(brushType === 'Eraser' ? eraserSize : brushSize, 1.2 / view.camera.zoom)
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
      createObject(board, kinds.stroke.name, drawn())
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
