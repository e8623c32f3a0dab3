// Paints scenes with Skia, with the open fonts of the six families, and reads the pixels back.

import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { SceneOptions } from '../draw-object.ts'
import type { Drawable } from '../drawable.ts'
import { drawScene } from '../scene.ts'
import { type FontName, fontFile, fontNames } from './font-files.ts'

export type PaintOptions = Partial<SceneOptions> & { pixelRatio?: number }

/** Without a background by default. */
export function paint(objects: readonly Drawable[], { pixelRatio = 1, ...options }: PaintOptions = {}): Canvas {
  registerFonts()
  const scene: SceneOptions = {
    camera: { x: 0, y: 0, zoom: 1 },
    width: 400,
    height: 400,
    theme: 'light',
    background: 'none',
    picture: () => null,
    layer: makeLayer,
    ...options,
  }
  const canvas = createCanvas(Math.ceil(scene.width * pixelRatio), Math.ceil(scene.height * pixelRatio))
  const context = canvas.getContext('2d')
  context.scale(pixelRatio, pixelRatio)
  drawScene(context, objects, scene)
  return canvas
}

export function makeLayer(width: number, height: number) {
  const canvas = createCanvas(width, height)
  return { surface: canvas.getContext('2d'), picture: canvas }
}

/** As #rrggbb, followed by the opacity if the color is not opaque; "clear" if nothing was drawn. */
export function colorAt(canvas: Canvas, x: number, y: number): string {
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getContext('2d').getImageData(x, y, 1, 1).data
  if (alpha === 0) return 'clear'
  const color = `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
  return alpha === 255 ? color : `${color} ${alpha}`
}

/** How many pixels have exactly this color. */
export function countOf(canvas: Canvas, color: string): number {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  let found = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) found++
  }
  return found
}

/** The smallest box that contains everything drawn, in pixels; null for nothing. */
export function drawnBox(canvas: Canvas) {
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[4 * (y * width + x) + 3] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

let isRegistered = false

export function registerFonts() {
  if (isRegistered) return
  isRegistered = true
  for (const [font, family] of Object.entries(fontNames) as [FontName, string][]) {
    for (const part of ['latin', 'latin-ext'] as const) {
      for (const face of ['400-normal', '700-normal', ...(font === 'dosis' ? [] : ['400-italic', '700-italic'])]) {
        const file = fileURLToPath(fontFile(font, part, face, 'woff2'))
        GlobalFonts.registerFromPath(file, part === 'latin' ? family : `${family} ext`)
      }
    }
  }
}
