// Detects the type of a file in the storage, or of an image that is only kept as a temporary file.

import { readLocal, readStored } from './byte-source.ts'
import { type DetectedDocument, type DetectedImage, detectDocument, detectImage } from './detect-file-type.ts'
import type { FileStorage, StoredFile } from './file-storage.ts'
import { spool } from './spool.ts'

export const detectStoredImage = (files: FileStorage, { head, hash, size }: StoredFile): Promise<DetectedImage> =>
  detectImage(head, readStored(files, hash), size)

export const detectStoredDocument = (files: FileStorage, { head, hash, size }: StoredFile): Promise<DetectedDocument> =>
  detectDocument(head, readStored(files, hash), size)

export interface TemporaryImage extends DetectedImage {
  readonly path: string
}

/** Writes an image to the folder for as long as `run` takes. Throws FileTooLarge, UnrecognizedFile or StorageFull. */
export async function withTemporaryImage(
  source: AsyncIterable<Uint8Array>,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
  run: (image: TemporaryImage) => Promise<void>,
): Promise<void> {
  await spool(folder, source, maxBytes, async (path, { head, size }) =>
    run({ ...(await detectImage(head, readLocal(path), size)), path }),
  )
}
