// What the rest of the server may expect of a place that keeps files, and the errors it may throw.
// Files are named by the SHA-256 of their content; who may see them and what they are called is not known here.
import type { Readable } from 'node:stream'

export interface FileStorage {
  /** Stores what the source yields, in bounded memory. Throws FileTooLarge or StorageFull, leaving nothing behind. */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile>
  /** Opens a file for reading; throws FileMissing. */
  open(hash: string, range?: ByteRange): Promise<Readable>
  size(hash: string): Promise<number | null>
  /** The last time the content was put; null where it is not there. */
  storedAt(hash: string): Promise<Date | null>
  /** Every stored file in no particular order, with the last time its content was put. */
  list(): AsyncIterable<{ hash: string; size: number; storedAt: Date }>
  /** Removes a file; one that is not there is fine. */
  remove(hash: string): Promise<void>
}

export interface PutOptions {
  readonly maxBytes: number
  /** Awaited when the hash is known and before the file is under it. */
  readonly beforeKeep?: (hash: string) => Promise<void>
}

/** `head` holds the first bytes of the content, at most `headBytes` of them. */
export interface StoredFile {
  hash: string
  size: number
  head: Buffer
}

/** Both ends inclusive; what lies past the end of the file is left out, so a range may come out empty. */
export interface ByteRange {
  start: number
  end: number
}

export const headBytes = 8192

export class FileTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`)
    this.name = 'FileTooLarge'
    this.maxBytes = maxBytes
  }
}

export class FileMissing extends Error {
  constructor(hash: string) {
    super(`No file ${hash} is stored`)
    this.name = 'FileMissing'
  }
}

export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('There is no room left to store the file', { cause })
    this.name = 'StorageFull'
  }
}

// Guards every path and key that is made of a hash: anything else cannot name a stored file.
export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
