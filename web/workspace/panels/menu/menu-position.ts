// The position of a menu: beside the point where it was opened, on the side with room, inside the window.

import type { Point } from '@tessera/drawing'
import type { Size } from '../../../canvas/camera.ts'

const edge = 8

export function menuPosition(menu: Size, at: Point, window: Size): Point {
  const hasRoom = at.x + menu.width + edge <= window.width
  const x = hasRoom ? at.x : at.x - menu.width
  const inside = (from: number, size: number, whole: number) => Math.max(edge, Math.min(from, whole - size - edge))
  return { x: inside(x, menu.width, window.width), y: inside(at.y, menu.height, window.height) }
}
