// The background of the board: its color and a grid of dots, whose spacing doubles and halves with the zoom so that it
// stays visible and is never crowded.

import type { Theme } from './palette.ts'
import type { Surface } from './surface.ts'
import type { Camera, View } from './view.ts'

export function drawBackground(surface: Surface, view: View, theme: Theme, hasGrid: boolean) {
  surface.fillStyle = theme.board
  surface.fillRect(0, 0, view.width, view.height)
  if (hasGrid) drawGrid(surface, view, theme.grid)
}

const spacing = 40
const closest = 24

function drawGrid(surface: Surface, { camera, width, height }: View, color: string) {
  const step = gridStep(camera)
  const pitch = step * camera.zoom
  const left = -((camera.x % step) + (camera.x < 0 ? step : 0)) * camera.zoom
  const top = -((camera.y % step) + (camera.y < 0 ? step : 0)) * camera.zoom
  surface.fillStyle = color
  // One fill for all dots, on whole units: between them they would be blurred.
  surface.beginPath()
  for (let y = top; y < height + 1; y += pitch) {
    for (let x = left; x < width + 1; x += pitch) surface.rect(Math.round(x) - 1, Math.round(y) - 1, 2, 2)
  }
  surface.fill()
}

/** The distance of the dots, in board units. */
export const gridStep = ({ zoom }: Camera) => spacing * 2 ** Math.ceil(Math.log2(closest / (spacing * zoom)))
