// Encrypts an archive as a stream, in bounded memory. The content is cut into chunks, each encrypted and authenticated with
// AES-256-GCM. The nonce of a chunk is its number and whether it is the last one (the STREAM construction), so an archive
// that is cut off, extended or rearranged cannot be decrypted.
//
// Header: magic (14 bytes), version (1), kind of key (1), log2 of the scrypt cost (1), salt (32). All integers are unsigned.

import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt as scryptWithCallback,
} from 'node:crypto'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The key that an archive is encrypted with: a passphrase, or the content of a key file. */
export type ArchiveKey =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'key-file'; readonly bytes: Buffer }

/** The key is wrong or missing. The archive may be intact. */
export class WrongArchiveKey extends Error {
  override name = 'WrongArchiveKey'
}

const magic = Buffer.from('tessera-sealed')
const version = 1
const kinds = ['passphrase', 'key-file'] as const
const saltBytes = 32
const headerBytes = magic.length + 3 + saltBytes
const chunkBytes = 64 * 1024
const tagBytes = 16
const algorithm = 'aes-256-gcm'
/** The cost of each guess: 128 MiB of memory and about half a second. */
const scryptCost = 17
/** The archive sets the cost of opening it, so there is an upper limit. */
const maxScryptCost = 20

const scrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scryptWithCallback)

/** Returns false if the file cannot be read: reading the archive reports that. */
export async function isEncryptedArchive(path: string): Promise<boolean> {
  try {
    await using file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.equals(magic)
  } catch {
    return false
  }
}

export async function* encryptArchive(source: AsyncIterable<Uint8Array>, key: ArchiveKey): AsyncGenerator<Buffer> {
  const header = Buffer.concat([
    magic,
    Buffer.from([version, kinds.indexOf(key.kind), key.kind === 'passphrase' ? scryptCost : 0]),
    randomBytes(saltBytes),
  ])
  const secret = await deriveKey(header, key)
  yield header
  let number = 0
  for await (const { chunk, isLast } of chunksOf(source, chunkBytes)) {
    const cipher = createCipheriv(algorithm, secret, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Throws WrongArchiveKey, or an error that says how the archive is damaged. */
export async function* decryptArchive(
  source: AsyncIterable<Uint8Array>,
  key: ArchiveKey | undefined,
): AsyncGenerator<Buffer> {
  let secret: Buffer | null = null
  let number = 0
  for await (const { header, chunk, isLast } of encryptedChunksOf(source)) {
    secret ??= await deriveKey(requireKnownHeader(header), requireKey(header, key))
    yield decryptChunk(secret, chunk, number++, isLast)
  }
}

function decryptChunk(secret: Buffer, chunk: Buffer, number: number, isLast: boolean): Buffer {
  const content = tryDecrypt(secret, chunk, number, isLast)
  if (content) return content
  if (isLast && tryDecrypt(secret, chunk, number, false)) throw new Error('it is truncated')
  if (number === 0) throw new WrongArchiveKey('the passphrase or key file is wrong, or its beginning is damaged')
  throw new Error('its encrypted content was altered or cut off')
}

function tryDecrypt(secret: Buffer, chunk: Buffer, number: number, isLast: boolean): Buffer | null {
  if (chunk.length < tagBytes) return null
  const decipher = createDecipheriv(algorithm, secret, nonceOf(number, isLast), { authTagLength: tagBytes })
  decipher.setAuthTag(chunk.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/** A key encrypts only one archive, because its salt is random; so numbers never repeat as nonces. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** The whole header is part of the derivation, so none of it can be changed. */
async function deriveKey(header: Buffer, key: ArchiveKey): Promise<Buffer> {
  const salt = header.subarray(-saltBytes)
  const cost = header.readUInt8(magic.length + 2)
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 8 * 128 + 2 ** 20 }
  const secret =
    key.kind === 'passphrase' ? await scrypt(key.passphrase.normalize('NFC'), salt, 32, options) : key.bytes
  return Buffer.from(hkdfSync('sha256', secret, salt, header, 32))
}

function requireKnownHeader(header: Buffer): Buffer {
  const [found, kind = 0, cost = 0] = header.subarray(magic.length)
  if (found !== version)
    throw new Error(`it is encrypted in format ${found}, which only a newer version of Tessera can read`)
  if (kinds[kind] === undefined || cost > maxScryptCost) throw new Error('its header was altered')
  return header
}

function requireKey(header: Buffer, key: ArchiveKey | undefined): ArchiveKey {
  const kind = keyKindOf(header)
  if (key && key.kind === kind) return key
  throw new WrongArchiveKey(
    kind === 'passphrase' ? 'it is encrypted with a passphrase' : 'it is encrypted with a key file',
  )
}

const keyKindOf = (header: Buffer) => kinds[header.readUInt8(magic.length + 1)]

interface Chunk {
  readonly chunk: Buffer
  readonly isLast: boolean
}

async function* encryptedChunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk & { header: Buffer }> {
  const bytes = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < headerBytes) {
    const { done, value } = await bytes.next()
    if (done) throw new Error('it is truncated')
    start = Buffer.concat([start, value])
  }
  const header = start.subarray(0, headerBytes)
  async function* rest() {
    yield start.subarray(headerBytes)
    yield* { [Symbol.asyncIterator]: () => bytes }
  }
  for await (const chunk of chunksOf(rest(), chunkBytes + tagBytes)) yield { header, ...chunk }
}

/** Yields chunks of equal size; the last one may be smaller or empty. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length <= size) continue
    const bytes = Buffer.concat(parts)
    // At least one byte is left over, so none of these is the last one.
    let at = 0
    for (; length - at > size; at += size) yield { chunk: bytes.subarray(at, at + size), isLast: false }
    parts = [bytes.subarray(at)]
    length -= at
  }
  yield { chunk: Buffer.concat(parts), isLast: true }
}
