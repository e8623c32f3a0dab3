// The visible part of the board.

import type { Box } from './drawable.ts'

/** The point of the board in the view's top-left corner, and pixels per unit. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Width and height in the units of the surface as it was passed in: a scaled surface gives a sharper picture. */
export interface View {
  readonly camera: Camera
  readonly width: number
  readonly height: number
}

export function isInView(box: Box, { camera, width, height }: View): boolean {
  return (
    box.x < camera.x + width / camera.zoom &&
    box.y < camera.y + height / camera.zoom &&
    box.x + box.width > camera.x &&
    box.y + box.height > camera.y
  )
}
