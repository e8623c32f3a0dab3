// A picture made while somebody waits, because it is small and they look at it next: of a person, or of a web page.

import type { FileStorage } from '../files/file-storage.ts'
import { avatarSide } from './limits.ts'
import { pictureMime } from './picture-view.ts'
import type { ProcessingParts } from './process-file.ts'
import { type KeptPicture, keepPictures, layOut } from './store-pictures.ts'

export interface Portrait {
  readonly hash: string
  readonly size: number
  readonly mime: string
}

type Parts = Pick<ProcessingParts, 'images'> & { files: FileStorage }

const timeoutMs = 30_000

export async function makePortrait(parts: Parts, hash: string, signal: AbortSignal): Promise<Portrait> {
  const { hash: made, size } = await makePicture(parts, { hash, side: avatarSide }, signal)
  return { hash: made, size, mime: pictureMime }
}

/** Of a stored image: still, its longer side at most `side`. */
export async function makePicture(
  { files, images }: Parts,
  { hash, side }: { hash: string; side: number },
  signal: AbortSignal,
): Promise<KeptPicture> {
  return await images.use(signal, async (child, folder) => {
    const path = await layOut(files, hash, folder, 'image')
    const task = { path, folder, sides: [side], isAnimated: false }
    const { pictures } = await child.ask('draw-image', task, { timeoutMs, signal })
    const [kept] = await keepPictures(files, pictures)
    if (!kept) throw new Error('no picture was made')
    return kept
  })
}
