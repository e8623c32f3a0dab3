// Surfaces of the browser that are not on the screen: one to paint tiles on, one for strokes.

import type { Layer } from '@tessera/drawing'
import type { Easel } from './paint-tile.ts'

/** A picture takes the pixels along, so every tile begins empty. */
export function createEasel(): Easel {
  let canvas: OffscreenCanvas | null = null
  return {
    begin(side) {
      if (canvas?.width !== side) canvas = new OffscreenCanvas(side, side)
      return contextOf(canvas)
    },
    finish() {
      if (!canvas) throw new Error('nothing was begun')
      return canvas.transferToImageBitmap()
    },
  }
}

/** Hands out the same layer every time, as large as was ever needed. */
export function createLayers(): (width: number, height: number) => Layer {
  let layer: OffscreenCanvas | null = null
  return (width, height) => {
    if (!layer || layer.width < width || layer.height < height) {
      layer = new OffscreenCanvas(Math.max(width, layer?.width ?? 0), Math.max(height, layer?.height ?? 0))
    }
    return { surface: contextOf(layer), picture: layer }
  }
}

const contextOf = (canvas: OffscreenCanvas) => canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
