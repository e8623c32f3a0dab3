// Makes a small picture while the caller waits: an avatar, or the picture of a web page, whose file is not kept.

import { type FileStorage, pictureMime, withTemporaryImage } from '../../platform/files/index.ts'
import type { Semaphore } from '../../tools/index.ts'
import { avatarSide } from '../sandbox/limits.ts'
import type { ProcessingDependencies } from './process-file.ts'
import { copyToFolder, type StoredPictureFile, storePictures } from './store-pictures.ts'

export interface AvatarFile {
  readonly hash: string
  readonly size: number
  readonly mime: string
}

type Dependencies = Pick<ProcessingDependencies, 'images'> & { files: FileStorage }

const timeoutMs = 30_000

export async function makeAvatar(dependencies: Dependencies, hash: string, signal: AbortSignal): Promise<AvatarFile> {
  const source = (folder: string) => copyToFolder(dependencies.files, hash, folder, 'image')
  const { hash: made, size } = await drawStill(dependencies, { source, side: avatarSide }, signal)
  return { hash: made, size, mime: pictureMime }
}

export interface PictureSource {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly maxBytes: number
  /** The maximum of the longer side of the picture. */
  readonly side: number
  /** The minimum of the shorter side of the source. */
  readonly minSide: number
  /** The user whose turn it is. */
  readonly user_id: number
}

interface PictureMaking extends Dependencies {
  /** Where the child processes may read, and temporary files are written. */
  readonly folder: string
  readonly turns: Semaphore<number>
}

/** Makes a still picture of an image that is not stored itself. Returns null if the image is too small. */
export async function makePicture(
  { folder, turns, ...dependencies }: PictureMaking,
  { bytes, maxBytes, side, minSide, user_id }: PictureSource,
  signal: AbortSignal,
): Promise<StoredPictureFile | null> {
  let made: StoredPictureFile | null = null
  await withTemporaryImage(bytes, { folder, maxBytes }, async ({ path, width, height }) => {
    if (Math.min(width, height) < minSide) return
    made = await turns.run(() => drawStill(dependencies, { source: async () => path, side }, signal), user_id)
  })
  return made
}

/** `source` returns the path of the image, which the child process can read. */
async function drawStill(
  { files, images }: Dependencies,
  { source, side }: { source: (folder: string) => Promise<string>; side: number },
  signal: AbortSignal,
): Promise<StoredPictureFile> {
  return await images.use(signal, async (child, folder) => {
    const path = await source(folder)
    const task = { path, folder, sides: [side], isAnimated: false }
    const { pictures } = await child.run('draw-image', task, { timeoutMs, signal })
    const [stored] = await storePictures(files, pictures)
    if (!stored) throw new Error('the child process returned no picture')
    return stored
  })
}
