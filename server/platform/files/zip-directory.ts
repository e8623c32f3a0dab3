// Reads the directory of a zip file and single small entries, to detect the type of Office files. It is strict:
// the file must begin with the first entry and end with the directory, so that nothing can be hidden around it.
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type ByteSource, UnrecognizedFile } from './byte-source.ts'

export interface ZipEntry {
  name: string
  isEncrypted: boolean
  method: number
  packedBytes: number
  position: number
}

const endBytes = 22
const maxCommentBytes = 65_535
const signature = { entry: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 }
const stored = 0
const deflated = 8

/** Returns the position of the end record, or null if the file does not end like a zip file. */
export async function findZipEnd(bytes: ByteSource): Promise<number | null> {
  if (bytes.size < endBytes) return null
  const start = Math.max(0, bytes.size - endBytes - maxCommentBytes)
  const tail = await bytes.read(start, bytes.size - start)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === signature.end && at + endBytes + tail.readUInt16LE(at + 20) === tail.length
    if (isEnd) return start + at
  }
  return null
}

export async function readZipDirectory(bytes: ByteSource): Promise<ZipEntry[]> {
  const end = await findZipEnd(bytes)
  if (end === null) throw new UnrecognizedFile('The file is truncated')
  const record = await bytes.read(end, endBytes)
  const count = record.readUInt16LE(10)
  const length = record.readUInt32LE(12)
  const start = record.readUInt32LE(16)
  const isWhole = record.readUInt16LE(4) === 0 && record.readUInt16LE(8) === count && start + length === end
  if (!isWhole || (await bytes.read(0, 4)).readUInt32LE(0) !== signature.entry) throw damagedFile()
  return parseEntries(await bytes.read(start, length), count)
}

export async function readZipEntry(bytes: ByteSource, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  const header = await bytes.read(entry.position, 30)
  if (header.readUInt32LE(0) !== signature.entry || entry.packedBytes > maxBytes) throw damagedFile()
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await bytes.read(start, entry.packedBytes)
  if (entry.method === stored) return packed
  if (entry.method !== deflated) throw damagedFile()
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: maxBytes })
  } catch {
    throw damagedFile()
  }
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signature.directory) throw damagedFile()
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      position: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  if (at !== directory.length) throw damagedFile()
  return entries
}

function damagedFile(): UnrecognizedFile {
  return new UnrecognizedFile('The zip directory of the file is damaged')
}
