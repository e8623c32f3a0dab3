// Writes a file under another name until it is complete, so that an interrupted run leaves no damaged file.

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export async function writeWhole(
  content: AsyncIterable<Uint8Array> | NodeJS.ReadableStream,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const partial = `${path}.part`
  try {
    await pipeline(content, createWriteStream(partial), signal ? { signal } : {})
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
