// Offscreen canvases: a pool for tiles, and a scratch layer for strokes.

import type { Layer } from '@tessera/drawing'
import type { CanvasPool } from './tile-set.ts'

const maxSpare = 48

/** Detached canvas elements: in software rendering they take a third of the time of bitmaps. */
export function createCanvasPool(): CanvasPool {
  const spare: Layer[] = []
  return {
    take(side) {
      const found = spare.findIndex(({ picture }) => picture.width === side)
      return spare.splice(found, found < 0 ? 0 : 1)[0] ?? newLayer(side, side)
    },
    give(layer) {
      if (spare.length < maxSpare) spare.push(layer)
      // Browsers keep the pixels of an unused canvas until it is collected; an empty one has none.
      else Object.assign(layer.picture, { width: 0, height: 0 })
    },
  }
}

/** Canvases paint lazily. Reading one pixel makes them paint now. */
export function createFlush(): (layer: Layer) => void {
  const { surface } = newLayer(1, 1)
  return ({ picture }) => surface.drawImage(picture, 0, 0, 1, 1, 0, 0, 1, 1)
}

/** Returns the same layer every time, as large as was ever needed. */
export function createScratchLayer(): (width: number, height: number) => Layer {
  let layer: Layer | null = null
  return (width, height) => {
    const { picture } = layer ?? { picture: { width: 0, height: 0 } }
    if (!layer || picture.width < width || picture.height < height) {
      layer = newLayer(Math.max(width, picture.width), Math.max(height, picture.height))
    }
    return layer
  }
}

function newLayer(width: number, height: number): Layer {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return { surface: canvas.getContext('2d') as CanvasRenderingContext2D, picture: canvas }
}
