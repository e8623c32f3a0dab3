// Reads the directory of a zip file and single small entries of it, for telling Office files apart. It is strict:
// the file must begin with the first entry and end with the directory, so nothing else can hide around it.
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type Bytes, Unrecognised } from './bytes.ts'

export interface ZipEntry {
  name: string
  isEncrypted: boolean
  method: number
  packedBytes: number
  position: number
}

const endBytes = 22
const longestComment = 65_535
const signature = { entry: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 }
const stored = 0
const deflated = 8

/** Where the end record of a zip file lies, null where the file does not end as a zip file does. */
export async function findZipEnd(bytes: Bytes): Promise<number | null> {
  if (bytes.size < endBytes) return null
  const start = Math.max(0, bytes.size - endBytes - longestComment)
  const tail = await bytes.at(start, bytes.size - start)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === signature.end && at + endBytes + tail.readUInt16LE(at + 20) === tail.length
    if (isEnd) return start + at
  }
  return null
}

export async function readZipDirectory(bytes: Bytes): Promise<ZipEntry[]> {
  const end = await findZipEnd(bytes)
  if (end === null) throw new Unrecognised('The file is cut short')
  const record = await bytes.at(end, endBytes)
  const count = record.readUInt16LE(10)
  const length = record.readUInt32LE(12)
  const start = record.readUInt32LE(16)
  const isWhole = record.readUInt16LE(4) === 0 && record.readUInt16LE(8) === count && start + length === end
  if (!isWhole || (await bytes.at(0, 4)).readUInt32LE(0) !== signature.entry) throw damaged()
  return parseEntries(await bytes.at(start, length), count)
}

export async function readZipEntry(bytes: Bytes, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  const header = await bytes.at(entry.position, 30)
  if (header.readUInt32LE(0) !== signature.entry || entry.packedBytes > maxBytes) throw damaged()
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await bytes.at(start, entry.packedBytes)
  if (entry.method === stored) return packed
  if (entry.method !== deflated) throw damaged()
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: maxBytes })
  } catch {
    throw damaged()
  }
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signature.directory) throw damaged()
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
  if (at !== directory.length) throw damaged()
  return entries
}

function damaged(): Unrecognised {
  return new Unrecognised('The zip directory of the file is damaged')
}
