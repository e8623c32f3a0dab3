// Draws tiles onto a surface as a camera sees them. If a tile is missing, the tiles of the next set fill its area.

import type { Camera, Surface } from '@tessera/drawing'
import type { Size } from './camera.ts'
import { type TileRange, type TileSet, tilesIn } from './tile-set.ts'

export interface ComposedView {
  readonly camera: Camera
  readonly size: Size
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** The surface is measured in device pixels. `range` belongs to the first set. */
export function composeTiles(surface: Surface, sets: readonly TileSet[], range: TileRange, view: ComposedView) {
  const { size, ratio } = view
  const clip = { left: 0, top: 0, right: Math.ceil(size.width * ratio), bottom: Math.ceil(size.height * ratio) }
  fill(surface, sets, 0, range, { ...gridOf(view), clip })
}

/** How the board lies on the pixels of a surface. */
export interface PixelGrid {
  /** Device pixels per unit of the board. */
  readonly scale: number
  /** Of the corner of the surface, in whole device pixels from the origin of the board. */
  readonly origin: { readonly x: number; readonly y: number }
}

export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function gridOf({ camera, ratio }: Pick<ComposedView, 'camera' | 'ratio'>): PixelGrid {
  const scale = camera.zoom * ratio
  return { scale, origin: { x: Math.round(camera.x * scale), y: Math.round(camera.y * scale) } }
}

/**
 * The pixels that a tile covers. Every edge is rounded by itself, so neighbors share it: rounding position and size
 * separately would leave seams of a pixel, and fractions would blend the edges with the background.
 */
export function tileEdges(
  { side, scale: tileScale }: Pick<TileSet, 'side' | 'scale'>,
  { column, row }: { readonly column: number; readonly row: number },
  { scale, origin }: PixelGrid,
): Edges {
  const factor = scale / tileScale
  const pixelAt = (count: number) => Math.round(count * side * factor)
  return {
    left: pixelAt(column) - origin.x,
    top: pixelAt(row) - origin.y,
    right: pixelAt(column + 1) - origin.x,
    bottom: pixelAt(row + 1) - origin.y,
  }
}

interface Frame extends PixelGrid {
  readonly clip: Edges
}

function fill(surface: Surface, sets: readonly TileSet[], index: number, range: TileRange, frame: Frame) {
  const set = sets[index]
  if (!set) return
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const edges = tileEdges(set, { column, row }, frame)
      const clip = intersection(edges, frame.clip)
      if (clip.left >= clip.right || clip.top >= clip.bottom) continue
      const tile = set.find(column, row)
      if (tile?.layer) drawPart(surface, tile.layer.picture, edges, clip, set.side)
      else if (!tile?.isPainted) fillFromNext(surface, sets, index + 1, { ...frame, clip })
    }
  }
}

function fillFromNext(surface: Surface, sets: readonly TileSet[], index: number, frame: Frame) {
  const set = sets[index]
  if (!set) return
  const { clip, origin, scale } = frame
  const range = set.rangeOf({
    x: (clip.left + origin.x) / scale,
    y: (clip.top + origin.y) / scale,
    width: (clip.right - clip.left) / scale,
    height: (clip.bottom - clip.top) / scale,
  })
  // The tiles of a much larger zoom are too many and too small to be of use.
  if (tilesIn(range) > maxStandIns) fillFromNext(surface, sets, index + 1, frame)
  else fill(surface, sets, index, range, frame)
}

const maxStandIns = 64

function drawPart(surface: Surface, picture: object, edges: Edges, clip: Edges, pixels: number) {
  const [width, height] = [clip.right - clip.left, clip.bottom - clip.top]
  const [perX, perY] = [pixels / (edges.right - edges.left), pixels / (edges.bottom - edges.top)]
  const [fromX, fromY] = [(clip.left - edges.left) * perX, (clip.top - edges.top) * perY]
  surface.drawImage(picture, fromX, fromY, width * perX, height * perY, clip.left, clip.top, width, height)
}

const intersection = (one: Edges, other: Edges): Edges => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})
