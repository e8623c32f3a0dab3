// The whole board with the visible part marked. Clicking or dragging moves the camera. It shows the overview that the
// board paints anyway.

import { type Box, boxAround, type Point, type Surface } from '@tessera/drawing'
import type { BoardView } from './board-view.ts'
import type { Size } from './camera.ts'

export interface MinimapColors {
  readonly ground: string
  readonly frame: string
  readonly shade: string
}

export interface Minimap {
  setColors(colors: MinimapColors): void
  close(): void
}

/** Paints into a canvas whose size is set by the page. */
export function openMinimap(canvas: HTMLCanvasElement, view: BoardView, colors: MinimapColors): Minimap {
  const surface = canvas.getContext('2d') as CanvasRenderingContext2D
  let shownColors = colors
  let waiting = 0
  const paint = () => {
    waiting = 0
    const ratio = devicePixelRatio
    const size = { width: canvas.clientWidth, height: canvas.clientHeight }
    canvas.width = Math.round(size.width * ratio)
    canvas.height = Math.round(size.height * ratio)
    paintMinimap(surface, view, { ...size, ratio }, shownColors)
  }
  const requestFrame = () => {
    waiting ||= requestAnimationFrame(paint)
  }
  const closing = new AbortController()
  const follow = (event: PointerEvent) => {
    if (event.buttons === 0) return
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const place = { x: event.clientX - left, y: event.clientY - top }
    const { x, y } = minimapToBoard(shownBox(view), { width, height }, place)
    const { zoom } = view.camera
    view.setCamera({ x: x - view.size.width / 2 / zoom, y: y - view.size.height / 2 / zoom, zoom })
  }
  canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId), closing)
  for (const type of ['pointerdown', 'pointermove'] as const) canvas.addEventListener(type, follow, closing)
  const stops = [view.onCamera(requestFrame), view.onOverview(requestFrame)]
  requestFrame()
  return {
    setColors(chosen) {
      shownColors = chosen
      requestFrame()
    },
    close() {
      closing.abort()
      cancelAnimationFrame(waiting)
      for (const stop of stops) stop()
    },
  }
}

/** Converts a point of the minimap to the board. */
export function minimapToBoard(shown: Box, size: Size, { x, y }: Point): Point {
  const { scale, left, top } = placement(shown, size)
  return { x: shown.x + (x - left) / scale, y: shown.y + (y - top) / scale }
}

/** The box of everything and of the visible part, with a margin. */
function shownBox(view: BoardView): Box {
  const bounds = view.bounds()
  const all = boxAround(bounds ? [bounds, view.viewBox] : [view.viewBox]) as Box
  const room = Math.max(all.width, all.height) * 0.04
  return { x: all.x - room, y: all.y - room, width: all.width + 2 * room, height: all.height + 2 * room }
}

function placement(shown: Box, { width, height }: Size) {
  const scale = Math.min(width / shown.width, height / shown.height)
  return { scale, left: (width - shown.width * scale) / 2, top: (height - shown.height * scale) / 2 }
}

function paintMinimap(
  surface: Surface,
  view: BoardView,
  { ratio, ...size }: Size & { readonly ratio: number },
  colors: MinimapColors,
) {
  const shown = shownBox(view)
  const { scale, left, top } = placement(shown, size)
  surface.setTransform(1, 0, 0, 1, 0, 0)
  surface.fillStyle = colors.ground
  surface.fillRect(0, 0, size.width * ratio + 1, size.height * ratio + 1)
  const pixels = scale * ratio
  const area = { x: left * ratio, y: top * ratio, width: shown.width * pixels, height: shown.height * pixels }
  view.showOverview(surface, shown, area)
  surface.setTransform(ratio, 0, 0, ratio, 0, 0)
  const { x, y, width, height } = view.viewBox
  const frame = {
    x: Math.round(left + (x - shown.x) * scale),
    y: Math.round(top + (y - shown.y) * scale),
    width: Math.max(6, Math.round(width * scale)),
    height: Math.max(4, Math.round(height * scale)),
  }
  surface.fillStyle = colors.shade
  surface.beginPath()
  surface.rect(0, 0, size.width, size.height)
  surface.rect(frame.x, frame.y, frame.width, frame.height)
  surface.fill('evenodd')
  surface.strokeStyle = colors.frame
  surface.lineWidth = 1.5
  surface.beginPath()
  surface.roundRect(frame.x, frame.y, frame.width, frame.height, 3)
  surface.stroke()
}
