// Paints the visible canvas in every frame: background, objects, overridden objects above them, and the overlay.

import {
  type Box,
  type Camera,
  type DrawOrder,
  drawBackground,
  drawInOrder,
  onlyGround,
  type SceneOptions,
  type Surface,
  type ThemeName,
  themes,
  withoutGround,
} from '@tessera/drawing'
import type { BoardContent } from './board-content.ts'
import type { Overlay } from './board-view.ts'
import { type Size, viewBox } from './camera.ts'
import { createCanvasPool, createFlush, createScratchLayer } from './canvas-pool.ts'
import { createTilePainter, type PaintState, type TilePainter } from './tile-painter.ts'

export interface Screen {
  overlay: Overlay | null
  hasGrid: boolean
  setTheme(theme: ThemeName): void
  /** Call it when these boxes of the board have changed. */
  repaint(boxes: readonly Box[]): void
  repaintAll(): void
  /** Call it when everything may have changed. */
  restart(): void
  paint(camera: Camera, size: Size, timeMs: number): PaintState
  showOverview(surface: Surface, board: Box, pixels: Box): void
  close(): void
}

export interface ScreenOptions {
  readonly theme: ThemeName
  readonly hasGrid: boolean
  readonly picture: SceneOptions['picture']
  onOverview(): void
}

export function createScreen(canvas: HTMLCanvasElement, content: BoardContent, options: ScreenOptions): Screen {
  return new CanvasScreen(canvas, content, options)
}

class CanvasScreen implements Screen {
  overlay: Overlay | null = null
  hasGrid: boolean
  readonly #canvas: HTMLCanvasElement
  readonly #surface: CanvasRenderingContext2D
  readonly #content: BoardContent
  readonly #picture: SceneOptions['picture']
  readonly #layer = createScratchLayer()
  readonly #tiles: TilePainter
  #theme: ThemeName

  constructor(canvas: HTMLCanvasElement, content: BoardContent, options: ScreenOptions) {
    const { theme, hasGrid, picture } = options
    this.#canvas = canvas
    this.#surface = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
    this.#content = content
    this.#theme = theme
    this.hasGrid = hasGrid
    this.#picture = picture
    const themeNow = () => this.#theme
    this.#tiles = createTilePainter({
      scene: {
        get theme() {
          return themeNow()
        },
        picture,
        layer: this.#layer,
        drawOrderIn: box => content.drawOrderIn(box),
      },
      canvasPool: createCanvasPool(),
      flush: createFlush(),
      bounds: () => content.bounds(),
      now: () => performance.now(),
      onOverview: () => options.onOverview(),
    })
  }

  setTheme(theme: ThemeName) {
    if (theme === this.#theme) return
    this.#theme = theme
    this.#tiles.repaintAll()
  }

  repaint(boxes: readonly Box[]) {
    this.#tiles.repaint(boxes)
  }

  repaintAll() {
    this.#tiles.repaintAll()
  }

  restart() {
    this.#tiles.restart()
  }

  paint(camera: Camera, size: Size, timeMs: number): PaintState {
    const ratio = this.#fitCanvas(size)
    if (size.width === 0 || size.height === 0) return 'settled'
    const surface = this.#surface
    const theme = this.#theme
    const shown = onWholePixels(camera, ratio)
    surface.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawBackground(surface, { camera: shown, ...size }, themes[theme], this.hasGrid)
    const overridden = this.#content.overridden()
    // A canvas in motion stays below the objects that do not move with it.
    this.#draw(onlyGround(overridden), shown, size)
    surface.setTransform(1, 0, 0, 1, 0, 0)
    const painted = this.#tiles.show(surface, { camera, size, ratio, timeMs })
    surface.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#draw(withoutGround(overridden), shown, size)
    this.#drawOverlay(shown, size, ratio)
    return painted
  }

  showOverview(surface: Surface, board: Box, pixels: Box) {
    this.#tiles.showOverview(surface, board, pixels)
  }

  close() {
    this.#tiles.close()
  }

  #fitCanvas(size: Size): number {
    const ratio = devicePixelRatio
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
    if (this.#canvas.width !== width) this.#canvas.width = width
    if (this.#canvas.height !== height) this.#canvas.height = height
    return ratio
  }

  #draw(drawOrder: DrawOrder, camera: Camera, size: Size) {
    const theme = this.#theme
    const picture = this.#picture
    const layer = this.#layer
    if (drawOrder.objects.length + drawOrder.strokesOnBoard.length === 0) return
    drawInOrder(this.#surface, drawOrder, { camera, ...size, theme, picture, layer, background: 'none' })
  }

  #drawOverlay(camera: Camera, size: Size, ratio: number) {
    if (!this.overlay) return
    const surface = this.#surface
    const theme = this.#theme
    const scale = camera.zoom * ratio
    surface.save()
    surface.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale)
    this.overlay(surface, { camera, zoom: camera.zoom, size, theme, box: viewBox(camera, size) })
    surface.restore()
  }
}

/** Tiles are drawn on whole pixels, because they would blur otherwise. Everything else is aligned with them. */
function onWholePixels({ x, y, zoom }: Camera, ratio: number): Camera {
  const scale = zoom * ratio
  return { x: Math.round(x * scale) / scale, y: Math.round(y * scale) / scale, zoom }
}
