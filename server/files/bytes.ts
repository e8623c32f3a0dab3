// Random access to a stored file for those who tell what it is: small reads served from blocks, every read checked
// against the end of the file, and an end to how much is read at all, whatever the file says of itself.
import type { FileStorage } from './file-storage.ts'

/** Reads a part of a stored file, less where the file ends. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

export interface Bytes {
  size: number
  /** Exactly this part; throws Unrecognised where the file does not have it. */
  at(position: number, length: number): Promise<Buffer>
}

/** The bytes are not what they should be; the message is a sentence for the person who sent them. */
export class Unrecognised extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unrecognised'
  }
}

const blockBytes = 65_536
const largestRead = 4 * 1024 * 1024
const mostBlocks = 8
const mostReads = 256

export function readStored(storage: FileStorage, hash: string): ReadAt {
  return async (position, length) => {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.open(hash, { start: position, end: position + length - 1 })) {
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

export function openBytes(head: Buffer, readAt: ReadAt, size: number): Bytes {
  let blocks: Block[] = [{ start: 0, bytes: head }]
  let reads = 0
  const readBlock = async (position: number, length: number): Promise<Block> => {
    if (++reads > mostReads) throw new Unrecognised('The file is too scattered to be told what it is')
    const start = position - (position % blockBytes)
    const end = Math.min(Math.ceil((position + length) / blockBytes) * blockBytes, size)
    return { start, bytes: await readAt(start, end - start) }
  }

  return {
    size,
    async at(position, length) {
      requireInside(size, position, length)
      if (length > largestRead) throw new Unrecognised('The file has an unreasonably large directory')
      let block = blocks.find(candidate => part(candidate, position, length))
      if (!block) {
        block = await readBlock(position, length)
        blocks = [block, ...blocks].slice(0, mostBlocks)
      }
      const found = part(block, position, length)
      if (!found) throw new Unrecognised('The file is cut short')
      return found
    },
  }
}

/** A part of the bytes as if it were a file of its own. */
export function within(bytes: Bytes, start: number, size: number): Bytes {
  return {
    size,
    async at(position, length) {
      requireInside(size, position, length)
      return bytes.at(start + position, length)
    },
  }
}

interface Block {
  start: number
  bytes: Buffer
}

function part({ start, bytes }: Block, position: number, length: number): Buffer | null {
  const from = position - start
  return from >= 0 && from + length <= bytes.length ? bytes.subarray(from, from + length) : null
}

function requireInside(size: number, position: number, length: number): void {
  if (position < 0 || position + length > size) throw new Unrecognised('The file is cut short')
}
