// The interface of file storage and the errors it throws. Files are named by the SHA-256 of their content;
// permissions and file names are not known here.
import type { Readable } from 'node:stream'

export interface FileStorage {
  /** Stores what the source yields, in bounded memory. Throws FileTooLarge or StorageFull, leaving nothing behind. */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile>
  /** Opens a file for reading; throws FileMissing. */
  open(hash: string, range?: ByteRange): Promise<Readable>
  size(hash: string): Promise<number | null>
  /** The last time the content was put; null if it is not stored. */
  storedAt(hash: string): Promise<Date | null>
  /** Every stored file in no particular order, with the last time its content was put. */
  list(): AsyncIterable<{ hash: string; size: number; storedAt: Date }>
  /** Removes a file; does nothing if it is not stored. */
  remove(hash: string): Promise<void>
  /** Checks cheaply and without retries that the storage responds, and that a disk can be written; throws if not. */
  probe(): Promise<void>
}

export interface PutOptions {
  readonly maxBytes: number
  /** Awaited once the hash and the size are known, before the file is readable under its hash. If it throws, nothing is kept. */
  readonly beforeStore?: (hash: string, size: number) => Promise<void>
}

/** `head` holds the first bytes of the content, at most `headBytes` of them. */
export interface StoredFile {
  hash: string
  size: number
  head: Buffer
}

/** Both ends inclusive; bytes past the end of the file are left out, so the result may be empty. */
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

/** Passed to `catch` where a missing file can be omitted. Any other error is thrown: the file may be there later. */
export function nullIfFileMissing(error: unknown): null {
  if (error instanceof FileMissing) return null
  throw error
}

export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The storage is full', { cause })
    this.name = 'StorageFull'
  }
}

/**
 * The storage does not respond, or responds with an error. That says nothing about the file; the caller may try again
 * later.
 */
export class StorageUnavailable extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'StorageUnavailable'
  }
}

// Checked before a hash becomes part of a path or key, so that no other text can name a stored file.
export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
