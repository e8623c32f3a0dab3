// Reads a zip file that is in memory. It is strict: names must be plain relative paths, sizes must be true, and what is
// unpacked has a limit, so that a small file cannot become a huge one.

import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableBoardFile } from '../board-content.ts'

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly position: number
}

const damaged = (what: string) => new UnreadableBoardFile('damaged', `The archive is damaged: ${what}`)
const tooLarge = () => new UnreadableBoardFile('too_large', 'The archive is too large when it is unpacked')

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

export class ZipReader {
  readonly #bytes: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  #allowance: number

  constructor(bytes: Uint8Array, { maxBytes, maxEntries }: { maxBytes: number; maxEntries: number }) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#allowance = maxBytes
    this.#entries = readDirectory(this.#bytes, maxEntries)
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Null if there is no such entry. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name)
    if (!entry) return null
    if (entry.size > this.#allowance) throw tooLarge()
    this.#allowance -= entry.size
    const packed = this.#packedBytes(entry)
    const content = entry.method === 0 ? packed : inflate(packed, entry.size)
    if (content.length !== entry.size || crc32(content) !== entry.crc) throw damaged('a part of it has changed')
    return content
  }

  #packedBytes({ position, packed }: Entry): Buffer {
    const bytes = this.#bytes
    if (position + 30 > bytes.length || bytes.readUInt32LE(position) !== 0x04034b50) throw damaged('a part is missing')
    const start = position + 30 + bytes.readUInt16LE(position + 26) + bytes.readUInt16LE(position + 28)
    if (start + packed > bytes.length) throw damaged('it is not complete')
    return bytes.subarray(start, start + packed)
  }
}

/** The size is that of the directory: a bomb that unpacks to more is stopped there. */
function inflate(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    throw damaged('a part of it cannot be unpacked')
  }
}

function readDirectory(bytes: Buffer, maxEntries: number): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge()
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged('its directory is not complete')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    requirePlainName(name, entries)
    const method = bytes.readUInt16LE(at + 10)
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw new UnreadableBoardFile('damaged', 'The archive is encrypted')
    if (method !== 0 && method !== 8) throw damaged('a part of it is packed in an unknown way')
    entries.set(name, {
      method,
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      position: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--)
    if (bytes.readUInt32LE(at) === 0x06054b50) return at
  throw damaged('it is not complete')
}

/** Nothing is ever written under these names; a name that leaves the folder is rejected all the same. */
function requirePlainName(name: string, known: ReadonlyMap<string, unknown>): void {
  const isPlain = name !== '' && !/^\/|^[a-z]:|\\/i.test(name) && !name.split('/').includes('..')
  if (!isPlain) throw damaged('it names a file outside of it')
  if (known.has(name)) throw damaged('it contains the same file twice')
}
