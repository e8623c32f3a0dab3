// Moves files between the storage and the folder of a child process, and inserts the rows of the pictures made from a file.

import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FileStorage, insertFiles, pictureMime, type StoredPicture } from '../../platform/files/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import type { DrawnPicture } from '../sandbox/child-tasks.ts'
import { limits } from '../sandbox/limits.ts'
import { insertPictures } from './processing-store.ts'

export type StoredPictureFile = StoredPicture & { readonly size: number }

/** Copies a stored file to the folder, because the child process can read nothing else. */
export async function copyToFolder(files: FileStorage, hash: string, folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await pipeline(await files.open(hash), createWriteStream(path))
  return path
}

export async function storePictures(files: FileStorage, drawn: readonly DrawnPicture[]): Promise<StoredPictureFile[]> {
  const stored: StoredPictureFile[] = []
  for (const { path, width, height } of drawn) {
    const { hash, size } = await files.put(createReadStream(path), { maxBytes: limits.fileBytes })
    stored.push({ hash, size, width, height })
  }
  return stored
}

/** Links the pictures to the file with this hash; `page` is 0 for an image. */
export async function attachPictures(
  tx: Tx,
  hash: string,
  pictures: readonly (StoredPictureFile & { readonly page: number })[],
  created_at: string,
): Promise<void> {
  await insertFiles(
    tx,
    pictures.map(picture => ({ hash: picture.hash, size: picture.size, mime: pictureMime, created_at })),
  )
  await insertPictures(
    tx,
    pictures.map(({ hash: picture_hash, page, width, height }) => ({ hash, page, width, height, picture_hash })),
  )
}
