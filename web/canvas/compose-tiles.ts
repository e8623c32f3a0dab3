// Puts tiles onto a surface where a camera sees them; where one is missing, those of the next set below it.

import type { Camera, Surface } from '@tessera/drawing'
import type { Size } from './camera.ts'
import { type TileRange, type TileSet, tilesIn } from './tile-set.ts'

export interface ComposedView {
  readonly camera: Camera
  readonly size: Size
  /** Pixels per unit of the screen. */
  readonly ratio: number
}

/** The surface counts in pixels. `range` is of the first set. */
export function composeTiles(surface: Surface, sets: readonly TileSet[], range: TileRange, view: ComposedView) {
  const { camera, size, ratio } = view
  const scale = camera.zoom * ratio
  const origin = { x: Math.round(camera.x * scale), y: Math.round(camera.y * scale) }
  const clip = edges(0, 0, Math.ceil(size.width * ratio), Math.ceil(size.height * ratio))
  fill(surface, sets, 0, range, { scale, origin, clip })
}

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Frame {
  readonly scale: number
  /** Of the view's corner, in pixels from the board's. */
  readonly origin: { readonly x: number; readonly y: number }
  readonly clip: Edges
}

const edges = (left: number, top: number, right: number, bottom: number): Edges => ({ left, top, right, bottom })

/** Draws the tiles of a layer within the clip; where one is missing, the layers after it. */
function fill(surface: Surface, layers: readonly TileSet[], index: number, range: TileRange, frame: Frame) {
  const set = layers[index]
  if (!set) return
  const factor = frame.scale / set.scale
  const pixelAt = (count: number, origin: number) => Math.round(count * set.side * factor) - origin
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const place = edges(
        pixelAt(column, frame.origin.x),
        pixelAt(row, frame.origin.y),
        pixelAt(column + 1, frame.origin.x),
        pixelAt(row + 1, frame.origin.y),
      )
      const clip = within(place, frame.clip)
      if (clip.left >= clip.right || clip.top >= clip.bottom) continue
      const tile = set.find(column, row)
      if (tile?.plate) drawPart(surface, tile.plate.picture, place, clip, set.side)
      else if (!tile?.isPainted) fillBelow(surface, layers, index + 1, { ...frame, clip })
    }
  }
}

function fillBelow(surface: Surface, layers: readonly TileSet[], index: number, frame: Frame) {
  const set = layers[index]
  if (!set) return
  const { clip, origin, scale } = frame
  const range = set.rangeOf({
    x: (clip.left + origin.x) / scale,
    y: (clip.top + origin.y) / scale,
    width: (clip.right - clip.left) / scale,
    height: (clip.bottom - clip.top) / scale,
  })
  // Tiles of a much nearer view are too many and too small to be of use.
  if (tilesIn(range) > mostStandIns) fillBelow(surface, layers, index + 1, frame)
  else fill(surface, layers, index, range, frame)
}

const mostStandIns = 64

function drawPart(surface: Surface, picture: object, place: Edges, clip: Edges, pixels: number) {
  const [width, height] = [clip.right - clip.left, clip.bottom - clip.top]
  const [perX, perY] = [pixels / (place.right - place.left), pixels / (place.bottom - place.top)]
  const [fromX, fromY] = [(clip.left - place.left) * perX, (clip.top - place.top) * perY]
  surface.drawImage(picture, fromX, fromY, width * perX, height * perY, clip.left, clip.top, width, height)
}

const within = (one: Edges, other: Edges): Edges => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})
