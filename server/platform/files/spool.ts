// Writes a stream of unknown length to a temporary file while counting and hashing it, because the hash that names the
// stored file is known only at the end. The temporary file never outlives the call.
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileTooLarge, headBytes, StorageFull, type StoredFile } from './file-storage.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Creates the folder, and deletes temporary files that crashed writers left more than a day ago. */
export async function openSpoolFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const modifiedAtMs = await stat(path).then(
      found => found.mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - modifiedAtMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}

/** Writes a small file and deletes it again. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `probe-${randomUUID()}`)
  try {
    await writeFile(path, probeBytes)
  } catch (error) {
    throw isFull(error) ? new StorageFull(error) : error
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes a whole block, because an empty file can be created on a full disk. */
const probeBytes = Buffer.alloc(4_096, 1)

/** `store` gets the complete, synced temporary file and moves or copies it to its final location. */
export async function spool(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  store: (path: string, file: StoredFile) => Promise<void>,
): Promise<StoredFile> {
  const path = join(folder, randomUUID())
  try {
    const file = await writeStream(path, source, maxBytes)
    await store(path, file)
    return file
  } catch (error) {
    throw isFull(error) ? new StorageFull(error) : error
  } finally {
    await rm(path, { force: true })
  }
}

async function writeStream(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
  const handle = await open(path, 'wx')
  try {
    const digest = createHash('sha256')
    const heads: Buffer[] = []
    let size = 0
    for await (const chunk of source) {
      if (size < headBytes) heads.push(Buffer.from(chunk.subarray(0, headBytes - size)))
      size += chunk.length
      if (size > maxBytes) throw new FileTooLarge(maxBytes)
      digest.update(chunk)
      await writeAll(handle, chunk)
    }
    await handle.sync()
    return { hash: digest.digest('hex'), size, head: Buffer.concat(heads) }
  } finally {
    await handle.close()
  }
}

// A disk that fills up may write less than requested without an error; the next write then fails.
async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    written += (await handle.write(chunk, written)).bytesWritten
  }
}

// EFBIG is the error if the process has a file size limit.
function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}
