// Random access to a stored file, for detecting its type: small reads are served from cached blocks, every read is
// checked against the end of the file, and the number of reads is limited whatever offsets the file contains.
import { open } from 'node:fs/promises'
import type { FileStorage } from './file-storage.ts'

/** Reads a range of a stored file; the result is shorter if the file ends inside the range. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

export interface ByteSource {
  size: number
  /** Returns exactly this range; throws UnrecognizedFile if it reaches past the end of the file. */
  read(position: number, length: number): Promise<Buffer>
}

/** The file is damaged or its type is not supported; the message is for the person who uploaded it. */
export class UnrecognizedFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnrecognizedFile'
  }
}

const blockBytes = 65_536
const maxReadBytes = 4 * 1024 * 1024
const maxBlocks = 8
const maxReads = 256

export function readStored(storage: FileStorage, hash: string): ReadAt {
  return async (position, length) => {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.open(hash, { start: position, end: position + length - 1 })) {
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

/** Reads a file on this machine that is not in the storage. */
export function readLocal(path: string): ReadAt {
  return async (position, length) => {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}

export function openByteSource(head: Buffer, readAt: ReadAt, size: number): ByteSource {
  let blocks: Block[] = [{ start: 0, bytes: head }]
  let reads = 0
  const readBlock = async (position: number, length: number): Promise<Block> => {
    if (++reads > maxReads) throw new UnrecognizedFile('The file is too fragmented to detect its type')
    const start = position - (position % blockBytes)
    const end = Math.min(Math.ceil((position + length) / blockBytes) * blockBytes, size)
    return { start, bytes: await readAt(start, end - start) }
  }

  return {
    size,
    async read(position, length) {
      requireInside(size, position, length)
      if (length > maxReadBytes) throw new UnrecognizedFile('The directory of the file is too large')
      let block = blocks.find(candidate => sliceBlock(candidate, position, length))
      if (!block) {
        block = await readBlock(position, length)
        blocks = [block, ...blocks].slice(0, maxBlocks)
      }
      const found = sliceBlock(block, position, length)
      if (!found) throw new UnrecognizedFile('The file is truncated')
      return found
    },
  }
}

/** Returns a range of the source as a separate source. */
export function sliceSource(bytes: ByteSource, start: number, size: number): ByteSource {
  return {
    size,
    async read(position, length) {
      requireInside(size, position, length)
      return bytes.read(start + position, length)
    },
  }
}

interface Block {
  start: number
  bytes: Buffer
}

function sliceBlock({ start, bytes }: Block, position: number, length: number): Buffer | null {
  const from = position - start
  return from >= 0 && from + length <= bytes.length ? bytes.subarray(from, from + length) : null
}

function requireInside(size: number, position: number, length: number): void {
  if (position < 0 || position + length > size) throw new UnrecognizedFile('The file is truncated')
}
