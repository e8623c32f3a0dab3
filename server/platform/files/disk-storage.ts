// Stores files in a folder, as <folder>/ab/cdef…. A file is written under a temporary name, synced, then renamed,
// so that a file under its hash is always complete, even after a crash.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileMissing, type FileStorage, isHash } from './file-storage.ts'
import { openSpoolFolder, probeFolder, spool } from './spool.ts'

export async function openDiskStorage(folder: string): Promise<FileStorage> {
  const temporary = join(folder, 'tmp')
  await openSpoolFolder(temporary)
  const sync = openFolderSync(folder)
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2))

  return {
    put(source, { maxBytes, beforeStore: beforeKeep }) {
      return spool(temporary, source, maxBytes, async (path, { hash, size }) => {
        await beforeKeep?.(hash, size)
        await mkdir(join(folder, hash.slice(0, 2)), { recursive: true })
        // An existing file with the same hash is replaced: the bytes are the same, and its storage time is renewed.
        await rename(path, pathOf(hash))
        await sync(hash.slice(0, 2))
      })
    },

    async open(hash, range) {
      const handle = isHash(hash) ? await nullIfMissing(open(pathOf(hash), 'r')) : null
      if (!handle) throw new FileMissing(hash)
      return handle.createReadStream(range)
    },

    async size(hash) {
      const found = isHash(hash) ? await nullIfMissing(stat(pathOf(hash))) : null
      return found ? found.size : null
    },

    async storedAt(hash) {
      const found = isHash(hash) ? await nullIfMissing(stat(pathOf(hash))) : null
      return found ? found.mtime : null
    },

    async *list() {
      for (const first of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(first)) continue
        for (const rest of await readdir(join(folder, first))) {
          const hash = first + rest
          const found = isHash(hash) ? await nullIfMissing(stat(pathOf(hash))) : null
          if (found) yield { hash, size: found.size, storedAt: found.mtime }
        }
      }
    },

    async remove(hash) {
      if (isHash(hash)) await rm(pathOf(hash), { force: true })
    },

    probe: () => probeFolder(temporary),
  }
}

// A file is durable only once the folders that contain it are synced too. The outer folder changes when an inner one is
// created, so it is synced once per inner folder, by the first caller; every caller waits until that has finished.
function openFolderSync(folder: string): (inner: string) => Promise<void> {
  const outerSynced = new Set<string>()
  return async inner => {
    await syncFolder(join(folder, inner))
    if (outerSynced.has(inner)) return
    await syncFolder(folder)
    outerSynced.add(inner)
  }
}

// Windows cannot open folders and does not need to.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function nullIfMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
