// Runs in a child process: scales an image to several sizes, with its orientation applied, in sRGB, without metadata.
// Animations stay animated. All other image formats are disabled in the library.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FailureCode } from '@tessera/contract/failures'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ChildTasks, DrawnPicture } from '../sandbox/child-tasks.ts'
import { maxAnimatedPixels, maxPixels } from '../sandbox/limits.ts'
import { isDiskFull, UnreadableFile } from '../sandbox/processing-errors.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map(format => `VipsForeignLoad${format}`),
})

type Task = ChildTasks['draw-image']

const webp = { quality: 84, effort: 2 }
const webpAnimated = { quality: 78, effort: 1 }

export async function drawImage({ path, folder, sides, isAnimated }: Task['input']): Promise<Task['output']> {
  try {
    const staysAnimated = isAnimated && (await canAnimate(path))
    return { pictures: await (staysAnimated ? drawAnimated : drawStill)(path, folder, sides) }
  } catch (error) {
    throw error instanceof UnreadableFile || isDiskFull(error) ? error : unreadableFrom(error)
  }
}

const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true }

/** Decodes the image once; the smaller pictures are scaled from the largest. */
async function drawStill(path: string, folder: string, sides: readonly number[]): Promise<DrawnPicture[]> {
  const largest = Math.max(...sides)
  const { data, info } = await resizeInside(sharp(path, options).autoOrient(), largest)
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pictures: DrawnPicture[] = []
  for (const side of targetSides(Math.max(width, height), sides)) {
    const again = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    pictures.push(await write(resizeInside(again, side).webp(webp), join(folder, `${side}.webp`)))
  }
  return pictures
}

async function drawAnimated(path: string, folder: string, sides: readonly number[]): Promise<DrawnPicture[]> {
  const { width = 1, pageHeight = 1 } = await sharp(path, { ...options, animated: true }).metadata()
  const pictures: DrawnPicture[] = []
  for (const side of targetSides(Math.max(width, pageHeight), sides)) {
    const frames = sharp(path, { ...options, animated: true })
    pictures.push(await write(resizeInside(frames, side).webp(webpAnimated), join(folder, `${side}.webp`)))
  }
  return pictures
}

async function canAnimate(path: string): Promise<boolean> {
  // Reads only the header; all frames together may exceed the pixel limit.
  const counting = { ...options, pages: -1, limitInputPixels: false }
  const { width = 0, pageHeight = 0, pages = 1 } = await sharp(path, counting).metadata()
  return pages > 1 && width * pageHeight * pages <= maxAnimatedPixels
}

/** Returns the sides smaller than the image, and its own side unless that exceeds the largest of them. */
function targetSides(natural: number, sides: readonly number[]): number[] {
  const smaller = sides.filter(side => side < natural)
  return smaller.length < sides.length ? [...smaller, natural] : smaller
}

const resizeInside = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

export async function write(image: Sharp, path: string): Promise<DrawnPicture> {
  // toFile is not used: its errors do not distinguish a full disk from a damaged image.
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  await writeFile(path, data)
  return { path, width: info.width, height: info.pageHeight ?? info.height }
}

/** The messages of the library contain file paths and internals, so they are not shown. */
function unreadableFrom(error: unknown): UnreadableFile {
  const text = error instanceof Error ? error.message : String(error)
  const unreadable = (code: FailureCode, reason: string) =>
    new UnreadableFile(code, `The image cannot be read: ${reason}`)
  if (/pixel limit/i.test(text)) return unreadable('TOO_MANY_PIXELS', 'it has too many pixels')
  return /premature end|truncated|end of (file|stream|input)|not enough/i.test(text)
    ? unreadable('CUT_SHORT', 'it is truncated')
    : unreadable('DAMAGED', 'its data is damaged')
}
