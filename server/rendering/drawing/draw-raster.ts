// Runs in a child process: draws a board as PNG or WebP. A PNG is drawn and written in bands, so that the memory it takes
// does not grow with its size. A WebP is encoded as a whole.

import { readFile, writeFile } from 'node:fs/promises'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Drawable } from '@tessera/drawing'
import { textChunk } from '@tessera/formats/png-text'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { useInstalledFonts } from './board-fonts.ts'
import { DecodedPictures } from './decoded-pictures.ts'
import { drawMarks, type Mark, placeMarks } from './draw-marks.ts'
import { drawPart, objectsOf, readObjects } from './loaded-scene.ts'
import { writePngFile } from './png-file.ts'

const webpQuality = 82
const bandPixels = 4_000_000
/** Skia does not draw beyond 32,767 pixels. */
const maxCanvasWidth = 16_384

export async function drawRaster(task: PictureTask): Promise<void> {
  const [page] = task.pages as [PicturePage]
  const objects = objectsOf(page, { objects: await readObjects(task) })
  const raster = new Raster(task, page, objects)
  if (task.format === 'webp') {
    const canvas = await raster.draw({ x: 0, y: 0, width: page.width, height: page.height })
    return await writeFile(task.output, await canvas.encode('webp', webpQuality))
  }
  const chunks = task.embed ? [textChunk('tessera', await readFile(task.embed, 'utf8'))] : []
  const { width, height } = page
  await writePngFile({ path: task.output, width, height, chunks }, bandsOf(raster, page))
}

async function* bandsOf(raster: Raster, { width, height }: PicturePage): AsyncGenerator<Uint8Array> {
  const rows = Math.max(1, Math.floor(bandPixels / width))
  for (let y = 0; y < height; y += rows) yield await readBand(raster, width, y, Math.min(rows, height - y))
}

/** Reads the pixels of some rows, which are drawn in several pieces if they are very wide. */
async function readBand(raster: Raster, width: number, y: number, height: number): Promise<Uint8Array> {
  if (width <= maxCanvasWidth) return pixelsOf(await raster.draw({ x: 0, y, width, height }))
  const band = new Uint8Array(4 * width * height)
  for (let x = 0; x < width; x += maxCanvasWidth) {
    const piece = { x, y, width: Math.min(maxCanvasWidth, width - x), height }
    const pixels = pixelsOf(await raster.draw(piece))
    for (let row = 0; row < height; row++) {
      const from = 4 * piece.width * row
      band.set(pixels.subarray(from, from + 4 * piece.width), 4 * (width * row + x))
    }
  }
  return band
}

function pixelsOf(canvas: Canvas): Uint8Array {
  const { buffer, byteOffset, byteLength } = canvas
    .getContext('2d')
    .getImageData(0, 0, canvas.width, canvas.height).data
  return new Uint8Array(buffer, byteOffset, byteLength)
}

interface Pixels {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

class Raster {
  readonly #task: PictureTask
  readonly #page: PicturePage
  readonly #objects: readonly Drawable[]
  readonly #zoom: number
  readonly #pictures: DecodedPictures
  readonly #marks: readonly Mark[]

  constructor(task: PictureTask, page: PicturePage, objects: readonly Drawable[]) {
    const { box, width, height } = page
    this.#task = task
    this.#page = page
    this.#objects = objects
    // The scale of the longer side, because the sides are rounded to whole pixels.
    this.#zoom = width >= height ? width / box.width : height / box.height
    this.#pictures = new DecodedPictures(task.pictures, objects, this.#zoom)
    this.#marks = placeMarks(task.marks ?? [], objects, { ...page, zoom: this.#zoom })
  }

  /** A part of the page. */
  async draw({ x, y, width, height }: Pixels): Promise<Canvas> {
    const zoom = this.#zoom
    const camera = { x: this.#page.box.x + x / zoom, y: this.#page.box.y + y / zoom, zoom }
    await this.#pictures.prepare({ x: camera.x, y: camera.y, width: width / zoom, height: height / zoom })
    const canvas = createCanvas(width, height)
    const scene = { objects: this.#objects, picture: this.#pictures.picture }
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'medium'
    useInstalledFonts(context)
    drawPart(context, this.#objects, { camera, width, height }, { task: this.#task, scene })
    drawMarks(context, this.#marks, { x, y })
    return canvas
  }
}
