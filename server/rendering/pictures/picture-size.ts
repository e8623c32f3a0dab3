// Computes the size of a picture: pixels of PNG and WebP, within limits, and board units of SVG. The pages of a PDF are
// laid out in pdf-pages.ts.

import { hasPixels, type PictureFormat, type PixelFormat, Problem } from '@tessera/contract'
import type { Box } from '@tessera/drawing'
import type { PicturePage } from '../sandbox/child-tasks.ts'
import type { PictureOptions } from './picture-options.ts'

const maxPixels = 64_000_000
/** The maximum of the longer side; for WebP, that of its format. */
const maxSides: Readonly<Record<PixelFormat, number>> = { png: 32_767, webp: 16_383 }
const minScale = 0.05

export const padBox = ({ x, y, width, height }: Box, padding: number): Box => ({
  x: x - padding,
  y: y - padding,
  // A single straight line has no height.
  width: Math.max(1, width + 2 * padding),
  height: Math.max(1, height + 2 * padding),
})

/** Throws a BadRequest if the picture would be too large. */
export function pictureSize(options: PictureOptions, box: Box): PicturePage {
  if (!hasPixels(options.format)) return { box, width: box.width, height: box.height }
  const zoom = options.width === null ? options.scale : options.width / box.width
  const width = Math.max(1, Math.round(box.width * zoom))
  const height = Math.max(1, Math.round(box.height * zoom))
  const maxSide = maxSides[options.format]
  const isTooLarge = width * height > maxPixels || width > maxSide || height > maxSide
  if (isTooLarge) throw tooLarge({ width, height }, box, maxSide, options.width !== null)
  return { box, width, height }
}

function tooLarge(size: { width: number; height: number }, box: Box, maxSide: number, isByWidth: boolean): Problem {
  const largest = Math.min(Math.sqrt(maxPixels / (box.width * box.height)), maxSide / box.width, maxSide / box.height)
  const most = `at most 64 megapixels are drawn, and ${maxSide} pixels on a side`
  const asked = `The picture would have ${size.width} × ${size.height} pixels, and ${most}`
  if (largest < minScale) return new Problem('BadRequest', `${asked}: request a part of the board, or svg or pdf`)
  const fitting = isByWidth
    ? `width that fits is ${Math.floor(largest * box.width)}`
    : `scale that fits is ${floor(largest)}`
  return new Problem('BadRequest', `${asked}: the largest ${fitting}`)
}

const floor = (scale: number) => Math.floor(scale * 1_000) / 1_000

/** A PDF is printed with 300 pixels per inch, and an SVG may be enlarged. */
const moreThanShown: Readonly<Record<PictureFormat, number>> = { png: 1, webp: 1, svg: 2, pdf: 300 / 72 }

/** How many pixels of an image a board unit can show. */
export function resolutionOf(format: PictureFormat, pages: readonly PicturePage[]): number {
  const zooms = pages.map(({ box, width, height, margin = 0 }) =>
    Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height),
  )
  return Math.max(...zooms) * moreThanShown[format]
}
