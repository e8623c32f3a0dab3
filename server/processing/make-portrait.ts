// The picture of a person: made while they wait, because it is small and they look at it next.

import type { FileStorage } from '../files/file-storage.ts'
import { avatarSide } from './limits.ts'
import { pictureMime } from './picture-view.ts'
import type { ProcessingParts } from './process-file.ts'
import { keepPictures, layOut } from './store-pictures.ts'

export interface Portrait {
  readonly hash: string
  readonly size: number
  readonly mime: string
}

const timeoutMs = 30_000

export async function makePortrait(
  { files, images }: Pick<ProcessingParts, 'images'> & { files: FileStorage },
  hash: string,
  signal: AbortSignal,
): Promise<Portrait> {
  return await images.use(signal, async (child, folder) => {
    const path = await layOut(files, hash, folder, 'image')
    const task = { path, folder, sides: [avatarSide], isAnimated: false }
    const { pictures } = await child.ask('draw-image', task, { timeoutMs, signal })
    const [kept] = await keepPictures(files, pictures)
    if (!kept) throw new Error('no picture was made')
    return { hash: kept.hash, size: kept.size, mime: pictureMime }
  })
}
