// Runs in a child process: pictures of an image in several sizes, upright, in sRGB, without metadata. What moves goes on
// moving. Only the formats that are taken can be read at all.

import { join } from 'node:path'
import type { FailureCode } from '@tessera/contract/failures'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ChildTasks, MadePicture } from './child-tasks.ts'
import { mostMovingPixels, mostPixels } from './limits.ts'
import { Unfit } from './unfit.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map(format => `VipsForeignLoad${format}`),
})

type Task = ChildTasks['draw-image']

const webp = { quality: 84, effort: 2 }
const webpMoving = { quality: 78, effort: 1 }

export async function drawImage({ path, folder, sides, isAnimated }: Task['takes']): Promise<Task['gives']> {
  try {
    const moving = isAnimated && (await canMove(path))
    return { pictures: await (moving ? drawMoving : drawStill)(path, folder, sides) }
  } catch (error) {
    throw error instanceof Unfit ? error : unfitOf(error)
  }
}

const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: true }

/** Decoded once: the smaller ones are made of the largest. */
async function drawStill(path: string, folder: string, sides: readonly number[]): Promise<MadePicture[]> {
  const largest = Math.max(...sides)
  const { data, info } = await inside(sharp(path, options).autoOrient(), largest)
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pictures: MadePicture[] = []
  for (const side of sidesFor(Math.max(width, height), sides)) {
    const again = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    pictures.push(await write(inside(again, side).webp(webp), join(folder, `${side}.webp`)))
  }
  return pictures
}

async function drawMoving(path: string, folder: string, sides: readonly number[]): Promise<MadePicture[]> {
  const { width = 1, pageHeight = 1 } = await sharp(path, { ...options, animated: true }).metadata()
  const pictures: MadePicture[] = []
  for (const side of sidesFor(Math.max(width, pageHeight), sides)) {
    const frames = sharp(path, { ...options, animated: true })
    pictures.push(await write(inside(frames, side).webp(webpMoving), join(folder, `${side}.webp`)))
  }
  return pictures
}

async function canMove(path: string): Promise<boolean> {
  // Of all frames one upon the other; nothing is decoded for it.
  const counting = { ...options, pages: -1, limitInputPixels: false }
  const { width = 0, pageHeight = 0, pages = 1 } = await sharp(path, counting).metadata()
  return pages > 1 && width * pageHeight * pages <= mostMovingPixels
}

/** The sides smaller than the picture, and its own where it is no larger than the largest of them. */
function sidesFor(natural: number, sides: readonly number[]): number[] {
  const smaller = sides.filter(side => side < natural)
  return smaller.length < sides.length ? [...smaller, natural] : smaller
}

const inside = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

export async function write(image: Sharp, path: string): Promise<MadePicture> {
  const { width, height, pageHeight } = await image.toFile(path)
  return { path, width, height: pageHeight ?? height }
}

/** The library's words name files and parts of itself. */
function unfitOf(error: unknown): Unfit {
  const words = error instanceof Error ? error.message : String(error)
  const unfit = (code: FailureCode, why: string) => new Unfit(code, `The image cannot be read: ${why}`)
  if (/pixel limit/i.test(words)) return unfit('TOO_MANY_PIXELS', 'it has too many pixels')
  return /premature end|truncated|end of (file|stream|input)|not enough/i.test(words)
    ? unfit('CUT_SHORT', 'it is cut short')
    : unfit('DAMAGED', 'its data is damaged')
}
