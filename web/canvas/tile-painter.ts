// Shows the board from painted tiles, so that panning moves pictures instead of painting ten thousand objects. Zooming
// scales the existing tiles, and paints sharp ones when it rests. Missing tiles are taken from an overview of the whole
// board. Painting is limited to a few milliseconds per frame.

import type { Box, Camera, Layer, Surface } from '@tessera/drawing'
import { viewBox } from './camera.ts'
import { type ComposedView, composeTiles, tileEdges } from './compose-tiles.ts'
import { paintTile, type TileScene } from './paint-tile.ts'
import {
  type CanvasPool,
  createTileSet,
  type Tile,
  type TileRange,
  type TileSet,
  tilesIn,
  widenRange,
} from './tile-set.ts'

export interface TilePainter {
  repaint(boxes: readonly Box[]): void
  repaintAll(): void
  /** Discards all tiles. */
  restart(): void
  /** Draws the view onto the surface, which is measured in device pixels. */
  show(surface: TileSurface, view: TileView): PaintState
  /**
   * The small picture of the whole board for a minimap, as far as it is painted. The surface is measured in device
   * pixels.
   */
  showOverview(surface: Surface, board: Box, pixels: Box): void
  close(): void
}

/** `whole`: the view is complete and sharp. `settled`: the tiles around it are painted, too. */
export type PaintState = 'partly' | 'whole' | 'settled'

export type TileSurface = Surface & { imageSmoothingEnabled: boolean }

export interface TileView extends ComposedView {
  readonly timeMs: number
}

export interface TileHost {
  readonly scene: TileScene
  readonly canvasPool: CanvasPool
  /** Makes a lazily painted layer paint now, so that its time is measured. */
  flush(layer: Layer): void
  bounds(): Box | null
  now(): number
  onOverview(): void
}

export function createTilePainter(host: TileHost): TilePainter {
  return new Painter(host)
}

/**
 * Tiles are small enough for one more to fit into a frame; zoomed far out, when objects are tiny, a few large tiles are
 * faster.
 */
const sideFor = (zoom: number, ratio: number) => (ratio < 1.5 && zoom >= speckZoom ? 256 : 512)
const speckZoom = 0.06
const overviewSide = 256
const overviewPixels = 1024
/** A zoom has ended when nothing has changed for this time. */
const restMs = 120
/** While zooming, tiles are scaled up to this factor before new ones are painted. */
const maxStretch = 2
const movingBudgetMs = 5
const restingBudgetMs = 14
/** The first picture may be a frame or two late, so that it does not appear in pieces. */
const firstBudgetMs = 400

const slowFrameMs = 30
const maxSlowFrames = 2

/** The time that a frame may spend on painting. */
interface Budget {
  readonly untilMs: number
  spent: boolean
}

class Painter implements TilePainter {
  readonly #host: TileHost
  #current: TileSet | null = null
  #older: TileSet[] = []
  #overview: TileSet | null = null
  #isOverviewDue = true
  #lastCamera: Camera | null = null
  #zoomedMs = -Infinity
  #movedMs = -Infinity
  #shownMs = 0
  /** Whether this machine can scale pictures down smoothly in every frame; few can without a GPU. */
  #isFast = true
  #hasShrunkSmoothly = false
  #slowFrames = 0

  constructor(host: TileHost) {
    this.#host = host
  }

  repaint(boxes: readonly Box[]) {
    for (const set of [this.#current, this.#overview]) for (const box of boxes) set?.markStale(box)
    if (boxes.length > 0) this.#isOverviewDue = true
  }

  repaintAll() {
    this.#current?.markAllStale()
    this.#overview?.markAllStale()
    this.#isOverviewDue = true
  }

  restart() {
    this.close()
    this.#current = null
    this.#overview = null
    this.#isOverviewDue = true
  }

  show(surface: TileSurface, view: TileView): PaintState {
    const { camera, size } = view
    this.#trackMotion(view)
    const isFirst = this.#current === null
    const set = this.#setFor(view)
    const range = set.rangeOf(viewBox(camera, size))
    const budget = this.#budgetFor(view, isFirst)
    const isSharp = set.scale === camera.zoom * view.ratio
    const isWhole = this.#paintRange(set, range, budget) && isSharp
    if (isWhole) this.#dropOlder()
    this.#compose(surface, view, set, range)
    if (!isWhole) return 'partly'
    if (isFirst) return 'whole'
    return this.#paintAhead(set, range, view, budget) ? 'settled' : 'whole'
  }

  showOverview(surface: Surface, board: Box, pixels: Box) {
    const set = this.#overview
    if (!set) return
    const scale = pixels.width / board.width
    const origin = { x: Math.round(board.x * scale - pixels.x), y: Math.round(board.y * scale - pixels.y) }
    for (const tile of paintedTiles(set, set.rangeOf(board))) {
      const { left, top, right, bottom } = tileEdges(set, tile, { scale, origin })
      surface.drawImage(tile.layer?.picture as object, left, top, right - left, bottom - top)
    }
  }

  close() {
    this.#dropOlder()
    this.#current?.close()
    this.#overview?.close()
  }

  #trackMotion({ camera, timeMs }: TileView) {
    if (this.#hasShrunkSmoothly && timeMs - this.#shownMs > slowFrameMs) this.#slowFrames++
    if (this.#slowFrames >= maxSlowFrames) this.#isFast = false
    this.#shownMs = timeMs
    const last = this.#lastCamera
    if (last && last.zoom !== camera.zoom) this.#zoomedMs = timeMs
    if (last && last !== camera) this.#movedMs = timeMs
    this.#lastCamera = camera
  }

  #setFor({ camera, ratio, timeMs }: TileView): TileSet {
    const current = this.#current
    if (current && current.scale === camera.zoom * ratio && current.ratio === ratio) return current
    const stretch = current ? (camera.zoom * ratio) / current.scale : Infinity
    const isResting = timeMs - this.#zoomedMs >= restMs
    if (current && !isResting && stretch < maxStretch && stretch > 1 / maxStretch) return current
    if (current) this.#older.unshift(current)
    for (const old of this.#older.splice(2)) old.close()
    this.#current = createTileSet(camera.zoom, ratio, sideFor(camera.zoom, ratio), this.#host.canvasPool)
    return this.#current
  }

  #budgetFor({ timeMs }: TileView, isFirst: boolean): Budget {
    const isMoving = timeMs - this.#movedMs < restMs
    const lasting = isFirst ? firstBudgetMs : isMoving ? movingBudgetMs : restingBudgetMs
    return { untilMs: this.#host.now() + lasting, spent: false }
  }

  /** Paints from the middle outward. Returns whether everything is painted and up to date. */
  #paintRange(set: TileSet, range: TileRange, budget: Budget): boolean {
    const due: Tile[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        const tile = set.take(column, row)
        if (!tile.isPainted || tile.stale) due.push(tile)
      }
    }
    return this.#paintTiles(set, due.sort(outwardsFrom(range)), budget)
  }

  #paintTiles(set: TileSet, due: readonly Tile[], budget: Budget): boolean {
    const host = this.#host
    for (const tile of due) {
      if (budget.spent) return false
      paintTile(tile, set, host.scene)
      if (tile.layer) host.flush(tile.layer)
      budget.spent = host.now() >= budget.untilMs
    }
    return true
  }

  /** Paints what will be needed next if there is time: the tiles around the view, then the overview. */
  #paintAhead(set: TileSet, range: TileRange, { timeMs }: TileView, budget: Budget): boolean {
    set.shrink(Math.ceil(1.25 * tilesIn(widenRange(range, 1))), range)
    if (timeMs - this.#movedMs < restMs) return false
    return this.#paintRange(set, widenRange(range, 1), budget) && this.#paintOverview(budget)
  }

  #paintOverview(budget: Budget): boolean {
    if (!this.#isOverviewDue) return true
    const bounds = this.#host.bounds()
    if (!bounds) return true
    const zoom = 2 ** Math.floor(Math.log2(overviewPixels / Math.max(bounds.width, bounds.height, overviewPixels)))
    if (this.#overview?.scale !== zoom) {
      this.#overview?.close()
      this.#overview = createTileSet(zoom, 1, overviewSide, this.#host.canvasPool)
    }
    const isDone = this.#paintRange(this.#overview, this.#overview.rangeOf(bounds), budget)
    if (isDone) {
      this.#isOverviewDue = false
      this.#host.onOverview()
    }
    return isDone
  }

  #compose(surface: TileSurface, view: TileView, set: TileSet, range: TileRange) {
    const isShrinking = view.camera.zoom * view.ratio < set.scale
    surface.imageSmoothingEnabled = !isShrinking || this.#isFast
    this.#hasShrunkSmoothly = isShrinking && this.#isFast
    const sets = [set, ...this.#older, ...(this.#overview ? [this.#overview] : [])]
    composeTiles(surface, sets, range, view)
    surface.imageSmoothingEnabled = true
  }

  #dropOlder() {
    for (const old of this.#older) old.close()
    this.#older = []
  }
}

const outwardsFrom = ({ left, top, right, bottom }: TileRange) => {
  const away = ({ column, row }: Tile) => Math.hypot(column - (left + right) / 2, row - (top + bottom) / 2)
  return (one: Tile, other: Tile) => away(one) - away(other)
}

function paintedTiles(set: TileSet, range: TileRange): Tile[] {
  const found: Tile[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const tile = set.find(column, row)
      if (tile?.layer) found.push(tile)
    }
  }
  return found
}
