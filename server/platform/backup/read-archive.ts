// Reads an archive sequentially, entry by entry.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ArchiveKey, decryptArchive, isEncryptedArchive } from './encrypt-archive.ts'
import { readTar, type TarEntry } from './tar.ts'

/** `key` is needed if the archive is encrypted. */
export async function* readArchive(path: string, key?: ArchiveKey): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  if (await isEncryptedArchive(path))
    pipeline(
      createReadStream(path),
      source => decryptArchive(source, key),
      gunzip,
      () => {},
    )
  else pipeline(createReadStream(path), gunzip, () => {})
  try {
    yield* readTar(gunzip)
  } finally {
    gunzip.destroy()
  }
}

/** Returns the whole content of an entry that was also written from memory. */
export async function contentOf(entry: TarEntry): Promise<Buffer> {
  if (entry.size > 2 ** 29) throw new Error(`${entry.name} is too large`)
  return Buffer.concat(await Array.fromAsync(entry.content))
}
