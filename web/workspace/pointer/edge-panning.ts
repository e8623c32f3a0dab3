// Pans the view while something is dragged near its edge, faster the nearer it is to the edge.

import type { Point } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import type { Size } from '../../canvas/camera.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { isDrag, type ToolGesture } from './tool-gesture.ts'

/** In screen pixels. */
const margin = 28
const fastest = 14

export function panAtEdges(view: BoardView, start: ToolPointer, gesture: ToolGesture): ToolGesture {
  let last = start
  let frame = 0
  let isDragged = false

  function pan() {
    frame = 0
    const by = edgePan(last, view.size)
    if (by.x === 0 && by.y === 0) return
    const { x, y, zoom } = view.camera
    view.setCamera({ x: x + by.x / zoom, y: y + by.y / zoom, zoom })
    gesture.move(here(last))
    frame = requestAnimationFrame(pan)
  }

  /** After panning, the same position on the screen is another one on the board. */
  const here = (pointer: ToolPointer): ToolPointer => ({ ...pointer, point: view.screenToBoard(pointer) })

  function stop() {
    cancelAnimationFrame(frame)
    frame = 0
  }

  return {
    move(pointer) {
      last = pointer
      isDragged ||= isDrag(start, pointer)
      gesture.move(pointer)
      if (isDragged && frame === 0) frame = requestAnimationFrame(pan)
    },
    up(pointer) {
      stop()
      gesture.up(here(pointer))
    },
    cancel() {
      stop()
      gesture.cancel()
    },
  }
}

export function edgePan({ x, y }: Point, { width, height }: Size): Point {
  return { x: speedAt(x, width), y: speedAt(y, height) }
}

function speedAt(at: number, length: number): number {
  if (at < margin) return -fastest * Math.min(1, (margin - at) / margin)
  return at > length - margin ? fastest * Math.min(1, (at - length + margin) / margin) : 0
}
