// Reads a whole archive and compares it with its manifest, before a restore changes anything.

import { createHash } from 'node:crypto'
import { entryNames } from './archive-entries.ts'
import { type ArchiveKey, WrongArchiveKey } from './encrypt-archive.ts'
import { Counter, type Manifest, NewerArchive, parseManifest, type Tally } from './manifest.ts'
import { contentOf, readArchive } from './read-archive.ts'
import type { TarEntry } from './tar.ts'

export async function checkArchive(path: string, key?: ArchiveKey): Promise<Manifest> {
  try {
    return await checkEntries(readArchive(path, key))
  } catch (error) {
    throw new UnusableArchive(path, error as Error)
  }
}

/** The only error for an archive that cannot be restored, with the path and the reason. */
export class UnusableArchive extends Error {
  override name = 'UnusableArchive'
  constructor(path: string, cause: Error) {
    super(describe(path, cause), { cause })
  }
}

function describe(path: string, cause: Error): string {
  if ('syscall' in cause) return `the backup ${path} cannot be read: ${cause.message}`
  if (cause instanceof WrongArchiveKey) return `the backup ${path} cannot be decrypted: ${cause.message}`
  if (cause instanceof NewerArchive) return `the backup ${path} cannot be restored: ${cause.message}`
  return `the backup ${path} is damaged: ${cause.message}`
}

async function checkEntries(entries: AsyncIterable<TarEntry>): Promise<Manifest> {
  const tables = new Map<string, Counter>()
  const files = new Counter()
  let manifest: Manifest | undefined
  for await (const entry of entries) {
    if (manifest) throw new Error('there is an entry after its manifest')
    if (entry.name === entryNames.manifest) manifest = parseManifest(String(await contentOf(entry)))
    else await count(entry, tables, files)
  }
  if (!manifest) throw new Error('it has no manifest')
  compare(manifest, tables, files)
  return manifest
}

async function count(entry: TarEntry, tables: Map<string, Counter>, files: Counter): Promise<void> {
  const table = entryNames.table.exec(entry.name)?.[1]
  const file = entryNames.file.exec(entry.name)?.[1]
  if (table !== undefined) {
    const content = await contentOf(entry)
    const counter = tables.getOrInsertComputed(table, () => new Counter())
    counter.add(content, lineCount(content))
  } else if (file !== undefined) {
    if ((await hashOf(entry)) !== file) throw new Error(`the content of file ${file} does not match its hash`)
    files.add(file, 1)
  } else throw new Error(`the entry ${entry.name} is not part of a backup`)
}

function lineCount(content: Buffer): number {
  let lines = 0
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) lines++
  return lines
}

async function hashOf(entry: TarEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of entry.content) hash.update(chunk)
  return hash.digest('hex')
}

function compare(manifest: Manifest, tables: ReadonlyMap<string, Counter>, files: Counter): void {
  for (const name of new Set([...Object.keys(manifest.tables), ...tables.keys()])) {
    const found = (tables.get(name) ?? new Counter()).tally()
    if (!isSame(manifest.tables[name], found)) throw new Error(`its table ${name} does not match the manifest`)
  }
  if (!isSame(manifest.files, files.tally())) throw new Error('its files do not match the manifest')
}

const isSame = (expected: Tally | undefined, found: Tally) =>
  expected?.count === found.count && expected.sha256 === found.sha256
