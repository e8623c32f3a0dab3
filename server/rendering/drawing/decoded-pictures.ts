// Runs in a child process: the decoded pictures of a board. Only those in the part that is being drawn are in memory, with
// no more pixels than are shown, and never more than a fixed number of bytes in all.

import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas'
import { type Box, bounds, type Drawable, frameOf, rendererOf } from '@tessera/drawing'
import sharp from 'sharp'
import { maxPixels } from '../sandbox/limits.ts'

const maxDecodedBytes = 256 * 1024 * 1024
/** Smaller differences are left to the canvas, which scales like the browser does. */
const shrinkFrom = 1.5

interface PlacedPicture {
  readonly path: string
  readonly box: Box
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export class DecodedPictures {
  readonly #paths: Readonly<Record<string, string>>
  readonly #placed: readonly PlacedPicture[]
  #decoded = new Map<string, Canvas | null>()

  constructor(paths: Readonly<Record<string, string>>, objects: readonly Drawable[], zoom: number) {
    this.#paths = paths
    this.#placed = objects.flatMap((object): PlacedPicture[] => {
      const path = paths[rendererOf(object).pictureKey?.(object) ?? '']
      if (path === undefined) return []
      const { width, height, scale } = frameOf(object)
      return [{ path, box: bounds(object), width: width * scale * zoom, height: height * scale * zoom }]
    })
  }

  readonly picture = (key: string): Canvas | null => this.#decoded.get(this.#paths[key] ?? '') ?? null

  /** Decodes the pictures in a part of the board, and drops all others. */
  async prepare(part: Box): Promise<void> {
    const wanted = largestByPath(this.#placed.filter(({ box }) => touches(box, part)))
    for (const path of this.#decoded.keys()) if (!wanted.has(path)) this.#decoded.delete(path)
    // Any number of pictures may cover each other.
    const pixelsEach = maxDecodedBytes / 4 / wanted.size
    for (const [path, placed] of wanted)
      if (!this.#decoded.has(path)) this.#decoded.set(path, await decode(placed, pixelsEach))
  }
}

function largestByPath(placed: readonly PlacedPicture[]): Map<string, PlacedPicture> {
  const found = new Map<string, PlacedPicture>()
  for (const one of placed) if (one.width > (found.get(one.path)?.width ?? 0)) found.set(one.path, one)
  return found
}

/** Returns null if the picture cannot be read: the board then shows a placeholder. */
async function decode({ path, width, height }: PlacedPicture, most: number): Promise<Canvas | null> {
  try {
    const opened = sharp(path, { limitInputPixels: maxPixels, sequentialRead: true })
    const natural = (await opened.metadata()).autoOrient
    const needed = Math.max(width / natural.width, height / natural.height)
    const allowed = Math.sqrt(most / (natural.width * natural.height))
    const factor = Math.min(needed * shrinkFrom > 1 ? 1 : needed, allowed)
    const size = Math.max(1, Math.round(natural.width * factor))
    const oriented = opened.autoOrient()
    const { data, info } = await (factor < 1 ? oriented.resize({ width: size }) : oriented)
      .toColorspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const canvas = createCanvas(info.width, info.height)
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
    canvas.getContext('2d').putImageData(new ImageData(pixels, info.width, info.height), 0, 0)
    return canvas
  } catch {
    return null
  }
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
