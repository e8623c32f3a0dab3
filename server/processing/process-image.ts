// From an uploaded image to the pictures that the board shows.

import type { Amendment } from '../objects/amend-object.ts'
import { imageSides } from './limits.ts'
import type { FileWork, ProcessingParts } from './process-file.ts'
import { findPictures } from './processing-store.ts'
import { keepPictures, layOut, recordPictures } from './store-pictures.ts'
import type { Unfit } from './unfit.ts'

export const imageFailure = ({ code, message }: Unfit): Amendment => ({
  fields: { reason: message, reasonCode: code },
})

export async function makeOfImage(parts: ProcessingParts, { job, object, file, signal }: FileWork): Promise<Amendment> {
  const { db, files, images, limits } = parts
  const { hash } = job.payload
  if (file.state !== 'ready') {
    await images.use(signal, async (child, folder) => {
      const path = await layOut(files, hash, folder, 'image')
      const task = { path, folder, sides: imageSides, isAnimated: object.record.animated === true }
      const { pictures } = await child.ask('draw-image', task, { timeoutMs: limits.imageMs, signal })
      const kept = await keepPictures(files, pictures)
      await db.write(tx => recordPictures(tx, { hash, page: 0 }, kept, new Date().toISOString()))
    })
  }
  const pictures = (await findPictures(db.read, hash, [0])).get(0) ?? []
  return { fields: {}, pictures }
}
