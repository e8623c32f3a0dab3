// The tiles of the board at one zoom, each a square layer. Tracks which exist and which parts are stale; it neither
// paints nor shows them.

import { type Box, boxAround, type Layer } from '@tessera/drawing'
import { touches } from './spatial-grid.ts'

export interface Tile {
  readonly column: number
  readonly row: number
  /** On the board. */
  readonly box: Box
  /** Null before it is painted, and if it is empty. */
  layer: Layer | null
  isPainted: boolean
  /** The stale part, on the board. */
  stale: Box | null
}

/** Layers to paint tiles on. They are reused, because creating one costs more than painting it. */
export interface CanvasPool {
  /** It may contain old pixels. */
  take(side: number): Layer
  give(layer: Layer): void
}

/** Inclusive. */
export interface TileRange {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface TileSet {
  /** Pixels per tile side, pixels per board unit, and device pixels per screen pixel. */
  readonly side: number
  readonly scale: number
  readonly ratio: number
  readonly canvasPool: CanvasPool
  readonly count: number
  find(column: number, row: number): Tile | null
  /** Returns the tile, and creates an empty one if there is none. */
  take(column: number, row: number): Tile
  rangeOf(box: Box): TileRange
  markStale(box: Box): void
  markAllStale(): void
  /** Releases the tiles farthest from the range until at most this many are left. */
  shrink(most: number, near: TileRange): void
  close(): void
}

export function createTileSet(zoom: number, ratio: number, side: number, canvasPool: CanvasPool): TileSet {
  return new Tiles(zoom * ratio, ratio, side, canvasPool)
}

export const tilesIn = ({ left, top, right, bottom }: TileRange) => (right - left + 1) * (bottom - top + 1)

export const widenRange = ({ left, top, right, bottom }: TileRange, by: number): TileRange => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

/** Lines thinner than a pixel are painted a little beyond their box. */
const reachPixels = 2

class Tiles implements TileSet {
  readonly scale: number
  readonly ratio: number
  readonly side: number
  readonly canvasPool: CanvasPool
  readonly #tiles = new Map<string, Tile>()

  constructor(scale: number, ratio: number, side: number, canvasPool: CanvasPool) {
    this.scale = scale
    this.ratio = ratio
    this.side = side
    this.canvasPool = canvasPool
  }

  get count() {
    return this.#tiles.size
  }

  find(column: number, row: number): Tile | null {
    return this.#tiles.get(`${column} ${row}`) ?? null
  }

  take(column: number, row: number): Tile {
    const found = this.find(column, row)
    if (found) return found
    const length = this.side / this.scale
    const box = { x: column * length, y: row * length, width: length, height: length }
    const tile = { column, row, box, layer: null, isPainted: false, stale: null }
    this.#tiles.set(`${column} ${row}`, tile)
    return tile
  }

  rangeOf({ x, y, width, height }: Box): TileRange {
    const length = this.side / this.scale
    return {
      left: Math.floor(x / length),
      top: Math.floor(y / length),
      right: Math.ceil((x + width) / length) - 1,
      bottom: Math.ceil((y + height) / length) - 1,
    }
  }

  markStale(box: Box) {
    const reach = reachPixels / this.scale
    const wide = { x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach }
    const range = this.rangeOf(wide)
    if (tilesIn(range) > this.#tiles.size) {
      for (const tile of this.#tiles.values()) if (touches(tile.box, wide)) markPart(tile, wide)
      return
    }
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        const tile = this.find(column, row)
        if (tile) markPart(tile, wide)
      }
    }
  }

  markAllStale() {
    for (const tile of this.#tiles.values()) tile.stale = tile.box
  }

  shrink(most: number, near: TileRange) {
    if (this.#tiles.size <= most) return
    const [middleX, middleY] = [(near.left + near.right) / 2, (near.top + near.bottom) / 2]
    const away = ({ column, row }: Tile) => Math.max(Math.abs(column - middleX), Math.abs(row - middleY))
    const farthestFirst = [...this.#tiles].sort(([, a], [, b]) => away(b) - away(a))
    for (const [key, tile] of farthestFirst.slice(0, this.#tiles.size - most)) {
      this.#giveBack(tile)
      this.#tiles.delete(key)
    }
  }

  close() {
    for (const tile of this.#tiles.values()) this.#giveBack(tile)
    this.#tiles.clear()
  }

  #giveBack(tile: Tile) {
    if (tile.layer) this.canvasPool.give(tile.layer)
    tile.layer = null
  }
}

function markPart(tile: Tile, box: Box) {
  const part = overlapOf(tile.box, box)
  tile.stale = tile.stale ? boxAround([tile.stale, part]) : part
}

function overlapOf(one: Box, other: Box): Box {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
