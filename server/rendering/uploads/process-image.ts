// Processes an uploaded image: makes the pictures that the board shows.

import type { Amendment } from '../../board/index.ts'
import { imageSides } from '../sandbox/limits.ts'
import type { UnreadableFile } from '../sandbox/processing-errors.ts'
import type { FileWork, ProcessingDependencies } from './process-file.ts'
import { findPictures } from './processing-store.ts'
import { attachPictures, copyToFolder, storePictures } from './store-pictures.ts'

export const imageFailure = ({ code, message }: UnreadableFile): Amendment => ({
  fields: { reason: message, reasonCode: code },
})

export async function makeImagePictures(
  dependencies: ProcessingDependencies,
  { job, object, file, signal }: FileWork,
): Promise<Amendment> {
  const { db, files, images, limits } = dependencies
  const { hash } = job.payload
  if (file.state !== 'ready') {
    await images.use(signal, async (child, folder) => {
      const path = await copyToFolder(files, hash, folder, 'image')
      const task = { path, folder, sides: imageSides, isAnimated: object.record.animated === true }
      const drawn = await child.run('draw-image', task, { timeoutMs: limits.imageMs, signal })
      const stored = await storePictures(files, drawn.pictures)
      const pictures = stored.map(picture => ({ ...picture, page: 0 }))
      await db.write(tx => attachPictures(tx, hash, pictures, new Date().toISOString()))
    })
  }
  const pictures = (await findPictures(db.read, hash, [0])).get(0) ?? []
  return { fields: {}, pictures }
}
