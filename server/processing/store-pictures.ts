// Pictures from the folder of a child process into the storage. Their rows are for whoever writes down what they are of.

import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { recordFiles } from '../files/record-file.ts'
import type { MadePicture } from './child-tasks.ts'
import { limits } from './limits.ts'
import { pictureMime, type StoredPicture } from './picture-view.ts'
import { insertPictures } from './processing-store.ts'

export type KeptPicture = StoredPicture & { readonly size: number }

/** A copy of the stored file in the folder, for a process that can see no more than that. */
export async function layOut(files: FileStorage, hash: string, folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await pipeline(await files.open(hash), createWriteStream(path))
  return path
}

export async function keepPictures(files: FileStorage, made: readonly MadePicture[]): Promise<KeptPicture[]> {
  const kept: KeptPicture[] = []
  for (const { path, width, height } of made) {
    const { hash, size } = await files.put(createReadStream(path), { maxBytes: limits.fileBytes })
    kept.push({ hash, size, width, height })
  }
  return kept
}

/** `page` is 0 for an image. */
export async function recordPictures(
  tx: Tx,
  { hash, page }: { hash: string; page: number },
  pictures: readonly KeptPicture[],
  created_at: string,
): Promise<void> {
  await recordFiles(
    tx,
    pictures.map(picture => ({ hash: picture.hash, size: picture.size, mime: pictureMime, created_at })),
  )
  await insertPictures(
    tx,
    pictures.map(({ hash: picture_hash, width, height }) => ({ hash, page, width, height, picture_hash })),
  )
}
