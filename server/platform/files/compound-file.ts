// Reads the top-level names of an OLE compound file, the container of the legacy Office formats. Only the top level:
// a Word file may embed a whole Excel file further down.
import { type ByteSource, UnrecognizedFile } from './byte-source.ts'

const noSector = 0xfffffffa
const noEntry = 0xffffffff
const entryBytes = 128
const tableSectorsInHeader = 109
const maxDirectoryBytes = 1024 * 1024

export async function listCompoundFile(bytes: ByteSource): Promise<string[]> {
  const directory = await readDirectory(bytes)
  const names: string[] = []
  const seen = new Set<number>()
  const pending = [childOf(directory, 0)]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === noEntry || seen.has(id)) continue
    seen.add(id)
    const entry = entryAt(directory, id)
    names.push(entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2)))
    pending.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
  }
  return names
}

async function readDirectory(bytes: ByteSource): Promise<Buffer> {
  const header = await bytes.read(0, 512)
  const version = header.readUInt16LE(26)
  const sectorBytes = 2 ** header.readUInt16LE(30)
  const isValid = header.readUInt16LE(28) === 0xfffe && sectorBytes === { 3: 512, 4: 4096 }[version]
  if (!isValid) throw damagedFile()

  const sectors: Buffer[] = []
  let sector = header.readUInt32LE(48)
  while (sector < noSector) {
    if (sectors.length * sectorBytes >= maxDirectoryBytes) throw damagedFile()
    sectors.push(Buffer.from(await bytes.read((sector + 1) * sectorBytes, sectorBytes)))
    sector = await nextSector(bytes, header, sectorBytes, sector)
  }
  return Buffer.concat(sectors)
}

async function nextSector(bytes: ByteSource, header: Buffer, sectorBytes: number, sector: number): Promise<number> {
  const perSector = sectorBytes / 4
  const table = await tableSector(bytes, header, sectorBytes, Math.floor(sector / perSector))
  const position = (table + 1) * sectorBytes + (sector % perSector) * 4
  return (await bytes.read(position, 4)).readUInt32LE(0)
}

// The header lists the first sectors of the allocation table; the rest are in a linked list of sector lists.
async function tableSector(bytes: ByteSource, header: Buffer, sectorBytes: number, index: number): Promise<number> {
  if (index < tableSectorsInHeader) return header.readUInt32LE(76 + index * 4)
  const perList = sectorBytes / 4 - 1
  let list = header.readUInt32LE(68)
  for (let left = Math.floor((index - tableSectorsInHeader) / perList); left > 0; left--) {
    list = (await bytes.read((list + 1) * sectorBytes + perList * 4, 4)).readUInt32LE(0)
  }
  const position = (list + 1) * sectorBytes + ((index - tableSectorsInHeader) % perList) * 4
  return (await bytes.read(position, 4)).readUInt32LE(0)
}

function childOf(directory: Buffer, id: number): number {
  return entryAt(directory, id).readUInt32LE(76)
}

function entryAt(directory: Buffer, id: number): Buffer {
  const start = id * entryBytes
  if (start + entryBytes > directory.length) throw damagedFile()
  return directory.subarray(start, start + entryBytes)
}

function damagedFile(): UnrecognizedFile {
  return new UnrecognizedFile('The directory of the file is damaged')
}
