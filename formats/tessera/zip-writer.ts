// Writes a zip file entry by entry, so that only one entry is in memory at a time.

import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** Runs in the thread pool: a large entry takes long. */
const deflate = promisify(deflateRaw)

interface WrittenEntry {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly method: number
  readonly position: number
}

const [stored, deflated] = [0, 8]
const maxUint32 = 0xffffffff
/** 1980-01-01: the same content gives the same file. */
const [dosTime, dosDate] = [0, 0x21]
/** Names are UTF-8. */
const flags = 0x0800

export class ZipWriter {
  readonly #entries: WrittenEntry[] = []
  #position = 0

  /** The bytes of an entry. Files that are compressed already are stored as they are. */
  async entry(name: string, content: Uint8Array, isPacked = false): Promise<Uint8Array[]> {
    const small = isPacked ? content : await deflate(content)
    const method = isPacked || small.length >= content.length ? stored : deflated
    const packed = method === stored ? content : small
    const entry = {
      name: Buffer.from(name),
      crc: crc32(content),
      packed: packed.length,
      size: content.length,
      method,
      position: this.#position,
    }
    this.#entries.push(entry)
    const header = localHeader(entry)
    this.#position += header.length + packed.length
    if (this.#position > maxUint32 || this.#entries.length >= 0xffff)
      throw new Error('the archive would be larger than 4 GB, which a zip file cannot be')
    return [header, packed]
  }

  /** The directory at the end of the file. */
  end(): Uint8Array[] {
    const directory = Buffer.concat(this.#entries.map(directoryEntry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#position, 16)
    return [directory, end]
  }
}

function localHeader({ name, ...entry }: WrittenEntry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  writeShared(header, 6, entry)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function directoryEntry({ name, position, ...entry }: WrittenEntry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  writeShared(header, 8, entry)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(position, 42)
  return Buffer.concat([header, name])
}

function writeShared(
  header: Buffer,
  at: number,
  entry: Pick<WrittenEntry, 'crc' | 'packed' | 'size' | 'method'>,
): void {
  header.writeUInt16LE(flags, at)
  header.writeUInt16LE(entry.method, at + 2)
  header.writeUInt16LE(dosTime, at + 4)
  header.writeUInt16LE(dosDate, at + 6)
  header.writeUInt32LE(entry.crc, at + 8)
  header.writeUInt32LE(entry.packed, at + 12)
  header.writeUInt32LE(entry.size, at + 16)
}
