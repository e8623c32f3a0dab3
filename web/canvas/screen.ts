// Paints the canvas that people see, frame by frame: the board, the objects, those in motion above them, the overlay.

import {
  type Box,
  type Camera,
  drawArrangement,
  drawBackground,
  type SceneOptions,
  type ThemeName,
  themes,
} from '@tessera/drawing'
import type { BoardContent } from './board-content.ts'
import type { Overlay } from './board-view.ts'
import { type Size, viewBox } from './camera.ts'

export interface Screen {
  overlay: Overlay | null
  hasGrid: boolean
  setTheme(theme: ThemeName): void
  /** These boxes of the board have changed. */
  repaint(boxes: readonly Box[]): void
  repaintAll(): void
  /** Answers whether something is left to do in the next frame. */
  paint(camera: Camera, size: Size, timeMs: number): boolean
  close(): void
}

export interface ScreenOptions {
  readonly theme: ThemeName
  readonly hasGrid: boolean
  readonly picture: SceneOptions['picture']
}

export function createScreen(canvas: HTMLCanvasElement, content: BoardContent, options: ScreenOptions): Screen {
  const surface = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
  let { theme } = options
  const layer = (width: number, height: number) => {
    const made = new OffscreenCanvas(width, height)
    return { surface: made.getContext('2d') as OffscreenCanvasRenderingContext2D, picture: made }
  }
  const screen: Screen = {
    overlay: null,
    hasGrid: options.hasGrid,
    setTheme(chosen) {
      theme = chosen
    },
    repaint() {},
    repaintAll() {},
    paint(camera, size) {
      const ratio = devicePixelRatio
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      surface.setTransform(ratio, 0, 0, ratio, 0, 0)
      const box = viewBox(camera, size)
      const view = { camera, ...size, theme, picture: options.picture, layer, background: 'none' as const }
      drawBackground(surface, view, themes[theme], screen.hasGrid)
      drawArrangement(surface, content.arrangedIn(box), view)
      drawArrangement(surface, content.lifted(), view)
      surface.save()
      surface.setTransform(
        ratio * camera.zoom,
        0,
        0,
        ratio * camera.zoom,
        -camera.x * camera.zoom * ratio,
        -camera.y * camera.zoom * ratio,
      )
      screen.overlay?.(surface, { camera, zoom: camera.zoom, size, theme, box })
      surface.restore()
      return false
    },
    close() {},
  }
  return screen
}
