// Copies the pictures that a scene shows into the folder of the child process, each in the size that the output needs. An
// uploaded image or PDF is used only if the caller may download it and no picture made for the board is large enough.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStorage, nullIfFileMissing, type StoredPicture } from '../../platform/files/index.ts'
import type { Child } from '../sandbox/child-process.ts'
import { copyToFolder } from '../uploads/store-pictures.ts'
import type { WantedPicture } from './picture-scene.ts'

/** The limit for all decoded pictures together, 4 bytes per pixel. Beyond that, the smallest version is used. */
const maxDecodedPixels = 120_000_000

export interface PictureCopying {
  readonly files: FileStorage
  readonly child: Child
  readonly folder: string
  readonly signal: AbortSignal
  readonly hasOriginals: boolean
  /** Returns the milliseconds that are left for the drawing. Throws if there are none. */
  readonly timeLeft: () => number
  /** Pixels of the output per board unit. */
  readonly resolution: number
}

/**
 * Returns the path of each picture by its key. A picture that is missing from the storage is left out, and shown as a
 * placeholder.
 */
export async function copyPictures(
  wanted: readonly WantedPicture[],
  copying: PictureCopying,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {}
  const copied = new Map<string, Promise<string | null>>()
  let room = maxDecodedPixels
  for (const picture of wanted) {
    copying.timeLeft()
    const pixels = picture.width * copying.resolution
    const version = chooseVersion(picture, pixels, room)
    const isTooSmall = version === picture.versions.at(-1) && version.width < pixels
    const original = copying.hasOriginals && isTooSmall ? picture.original : null
    const isDrawn = original !== null && !original.isPdf
    const name = isDrawn ? `${original.hash}-${Math.ceil(pixels)}` : (original ?? version).hash
    if (!copied.has(name)) {
      room -= version.width * version.height
      copied.set(
        name,
        isDrawn
          ? drawOriginal(original.hash, { ...copying, name, pixels })
          : copyToFolder(copying.files, name, copying.folder, name).catch(nullIfFileMissing),
      )
    }
    const path = await copied.get(name)
    if (path) paths[picture.key] = path
  }
  return paths
}

/** Chooses the smallest version that is large enough, or the largest. */
function chooseVersion({ versions }: WantedPicture, pixels: number, room: number): StoredPicture {
  const best = versions.find(({ width }) => width >= pixels) ?? (versions.at(-1) as StoredPicture)
  return best.width * best.height <= room ? best : (versions[0] as StoredPicture)
}

/** Draws the image with its orientation applied, in the size that is needed. */
async function drawOriginal(
  hash: string,
  { files, child, folder, signal, timeLeft, name, pixels }: PictureCopying & { name: string; pixels: number },
): Promise<string | null> {
  const own = join(folder, name)
  await mkdir(own)
  const path = await copyToFolder(files, hash, own, 'original').catch(nullIfFileMissing)
  if (path === null) return null
  const sides = [Math.min(16_383, Math.ceil(pixels))]
  const { pictures } = await child.run(
    'draw-image',
    { path, folder: own, sides, isAnimated: false },
    { timeoutMs: timeLeft(), signal },
  )
  return pictures.at(-1)?.path ?? null
}
