// Runs in a child process: scales pictures of a board to the size that the output needs. A page of a document is drawn
// from its PDF at that size, and a PDF does not get images with more pixels than print needs.

import { open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Box, bounds, type Drawable, rendererOf } from '@tessera/drawing'
import sharp from 'sharp'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { type DocumentPage, renderDocumentPages } from './draw-document.ts'
import { readObjects } from './loaded-scene.ts'

export const printDpi = 300
/** The limit for all pictures together, so that a board with hundreds of images fits into memory. */
const maxTotalPixels = 150_000_000
/** An image that is only slightly too large stays unchanged: scaling would cost more than it saves. */
const tolerance = 1.25
const jpegQuality = 92

/** Returns the paths of the pictures, some of them of files created here. */
export async function fitPictures(task: PictureTask): Promise<PictureTask['pictures']> {
  const documents = new Set<string>()
  for (const [key, path] of Object.entries(task.pictures)) if (await isPdf(path)) documents.add(key)
  if (documents.size === 0 && task.format !== 'pdf') return task.pictures
  const widths = neededWidths(await readObjects(task), task)
  const fitted: Record<string, string> = { ...task.pictures }
  const pages: (DocumentPage & { readonly path: string; readonly key: string })[] = []
  for (const [index, [key, path]] of Object.entries(task.pictures).entries()) {
    const output = join(dirname(task.output), `fitted-${index}`)
    const width = widths.get(key) ?? 1
    if (documents.has(key)) pages.push({ key, path, number: Number(key.split('/')[1] ?? 1), width, output })
    else if (task.format === 'pdf') fitted[key] = (await shrinkImage(path, width, output)) ?? path
  }
  for (const [path, wanted] of Map.groupBy(pages, page => page.path)) {
    const isDrawn = await renderDocumentPages(path, wanted).then(
      () => true,
      () => false,
    )
    for (const { key, output } of wanted) {
      // The board shows a placeholder for a document that cannot be read.
      if (isDrawn) fitted[key] = output
      else delete fitted[key]
    }
  }
  return fitted
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

/** The width in pixels by the key of the picture: that of the largest one if it is shown several times. */
function neededWidths(objects: readonly Drawable[], task: PictureTask): Map<string, number> {
  const widths = new Map<string, number>()
  let total = 0
  for (const object of objects) {
    const key = rendererOf(object).pictureKey?.(object)
    if (key === undefined || !(key in task.pictures)) continue
    const box = bounds(object)
    const scales = task.pages.filter(page => touches(box, page.box)).map(page => pixelsPerUnit(page, task))
    const { width, height, scale } = rendererOf(object).frame(object)
    const pixels = Math.max(1, width * scale * Math.max(0, ...scales))
    total += (pixels * pixels * height) / width
    widths.set(key, Math.max(pixels, widths.get(key) ?? 0))
  }
  const factor = Math.min(1, Math.sqrt(maxTotalPixels / Math.max(1, total)))
  return new Map([...widths].map(([key, width]) => [key, Math.ceil(width * factor)]))
}

function pixelsPerUnit({ box, width, height, margin = 0 }: PicturePage, { format }: PictureTask): number {
  const perUnit = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height)
  return format === 'pdf' ? (perUnit * printDpi) / 72 : perUnit
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Returns null if the image is small enough, or cannot be read: the board then shows a placeholder. */
async function shrinkImage(path: string, width: number, output: string): Promise<string | null> {
  try {
    const image = sharp(path, { limitInputPixels: false }).autoOrient()
    const { autoOrient, hasAlpha } = await image.metadata()
    if (autoOrient.width <= width * tolerance) return null
    const shrunk = image.resize({ width })
    await writeFile(output, await (hasAlpha ? shrunk.png() : shrunk.jpeg({ quality: jpegQuality })).toBuffer())
    return output
  } catch {
    return null
  }
}
