// Makes a small picture while the caller waits: an avatar, or the picture of a web page.

import { type FileStorage, pictureMime } from '../../platform/files/index.ts'
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
  const { hash: made, size } = await makePicture(dependencies, { hash, side: avatarSide }, signal)
  return { hash: made, size, mime: pictureMime }
}

/** Makes a still picture of a stored image, its longer side at most `side`. */
export async function makePicture(
  { files, images }: Dependencies,
  { hash, side }: { hash: string; side: number },
  signal: AbortSignal,
): Promise<StoredPictureFile> {
  return await images.use(signal, async (child, folder) => {
    const path = await copyToFolder(files, hash, folder, 'image')
    const task = { path, folder, sides: [side], isAnimated: false }
    const { pictures } = await child.run('draw-image', task, { timeoutMs, signal })
    const [stored] = await storePictures(files, pictures)
    if (!stored) throw new Error('the child process returned no picture')
    return stored
  })
}
