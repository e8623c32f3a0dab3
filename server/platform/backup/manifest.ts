// The manifest, the last entry of an archive: counts and checksums of everything before it.

import { createHash } from 'node:crypto'
import type { Engine } from '../sql/index.ts'

export const archiveFormat = 1

export interface Manifest {
  readonly format: number
  readonly created_at: string
  readonly engine: Engine
  /** The migrations that created the tables. */
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, TableSummary>>
  readonly files: Tally
}

export interface TableSummary extends Tally {
  /** The last generated id, possibly of a deleted row; null if the table generates no ids. */
  readonly last_id: number | null
}

/** For a table: the number of rows and the hash of all lines. For the files: their number and the hash of their hashes. */
export interface Tally {
  readonly count: number
  readonly sha256: string
}

export class Counter {
  readonly #hash = createHash('sha256')
  #count = 0

  add(content: string | Uint8Array, count: number): void {
    this.#hash.update(content)
    this.#count += count
  }

  tally(): Tally {
    return { count: this.#count, sha256: this.#hash.copy().digest('hex') }
  }
}

export class NewerArchive extends Error {
  override name = 'NewerArchive'
  constructor(what: string) {
    super(`it was made by a newer version of Tessera (${what}): restore it with that version`)
  }
}

export function parseManifest(text: string): Manifest {
  const manifest: unknown = JSON.parse(text)
  if (isRecord(manifest) && typeof manifest.format === 'number' && manifest.format > archiveFormat)
    throw new NewerArchive(`format ${manifest.format}`)
  if (!isManifest(manifest)) throw new Error('its manifest is invalid')
  return manifest
}

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  value.format === archiveFormat &&
  Array.isArray(value.migrations) &&
  isTally(value.files) &&
  isRecord(value.tables) &&
  Object.values(value.tables).every(
    table => isTally(table) && 'last_id' in table && (table.last_id === null || Number.isSafeInteger(table.last_id)),
  )

const isTally = (value: unknown): value is Tally =>
  isRecord(value) && Number.isSafeInteger(value.count) && typeof value.sha256 === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
