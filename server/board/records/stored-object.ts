// An object as it is stored, and its view in the API. The stored record has the fields of the API, and under `$` those that
// the API never shows. Migrations add new fields to the objects of a board; records elsewhere are completed when they are read.

import {
  can,
  type Kind,
  type KindName,
  keyByAge,
  kinds,
  type ObjectRecord,
  type Role,
  type WorkspaceFlag,
} from '@tessera/contract'
import { pictureViews, type SignFile, type StoredPicture } from '../../platform/files/index.ts'

export interface HiddenFields {
  /** The stored file of an image or document. */
  file?: { hash: string; mime: string; size: number; name?: string }
  /** Pictures of the file (of a document's first page), the smallest first. */
  pictures?: readonly StoredPicture[]
  /** The sizes that were not given and are computed from the content. */
  follows?: readonly ('width' | 'height')[]
  /** In a delete event: how many events right before it belong to the same deletion. */
  took?: number
  /** The ends of a connector whose objects are deleted, as they were, by field. */
  detached?: Readonly<Record<string, { readonly id: string }>>
  /** Only in snapshots and previews: what is known about the web page of a browser object. */
  page?: KnownPage
}

export interface KnownPage {
  readonly title: string
  readonly picture: StoredPicture | null
  readonly icon: StoredPicture | null
}

export type StoredRecord = {
  id: string
  order: string
  group: string | null
  version: number
  created_at: string
  updated_at: string
  $?: HiddenFields
} & Record<string, unknown>

export interface StoredObject {
  readonly workspace_id: number
  readonly kind: KindName
  readonly parent_id: string | null
  /** The sequence number of its last event, 0 before the first. */
  readonly seq: number
  readonly created_by: number
  readonly record: StoredRecord
}

/** A record with all fields that its kind has today: those that it was stored without get their defaults. */
export function completeRecord(kind: KindName, record: StoredRecord): StoredRecord {
  const defaults = storedDefaults[kind]
  if (record.order !== undefined && Object.keys(defaults).every(name => name in record)) return record
  const { id, order = keyByAge(kinds[kind] as Kind, id), group = null, ...stored } = record
  const { version, created_at, updated_at, $, ...fields } = stored
  const shown = { id, ...defaults, ...fields, order, group, version, created_at, updated_at }
  return $ === undefined ? shown : { ...shown, $ }
}

/** The same as JSON. Most records are complete, and are recognized without parsing. */
export const completeText = (kind: KindName, data: string): string =>
  hasInOrder(data, orderedMarks[kind]) ? data : JSON.stringify(completeRecord(kind, JSON.parse(data)))

/** The defaults of the fields that every record has, in the order of the contract, by the names they are stored by. */
const storedDefaults = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [
    kind.name,
    Object.fromEntries(
      Object.entries(kind.fields).flatMap(([name, { schema, inRecord, storedAs }]) =>
        'default' in schema && (inRecord === 'always' || storedAs) ? [[storedAs ?? name, schema.default]] : [],
      ),
    ),
  ]),
) as Readonly<Record<KindName, Readonly<Record<string, unknown>>>>

/**
 * What a record written today contains, in this order. A quote inside a text is escaped, and fields of a field come
 * elsewhere, so that only the fields themselves match. A record in another order is parsed, which only takes longer.
 */
const orderedMarks = Object.fromEntries(
  Object.entries(storedDefaults).map(([kind, defaults]) => [
    kind,
    [...Object.keys(defaults), 'order', 'group'].map(name => `,"${name}":`),
  ]),
) as unknown as Readonly<Record<KindName, readonly string[]>>

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** Original files need the right can_download_assets; the pictures made for the board do not. */
export const signFor = (role: Role<WorkspaceFlag>, sign: SignFile): SignFile =>
  can(role, 'can_download_assets') ? sign : withoutOriginals(sign)

const withoutOriginals =
  (sign: SignFile): SignFile =>
  file =>
    file.isPicture ? sign(file) : ''

/** Most records have no hidden fields and need no parsing. A false match only costs the parsing. */
const mayHaveHiddenFields = (data: string) => data.includes('"$":')

/** The view of a stored record as JSON. */
export const recordText = (data: string, sign: SignFile): string =>
  mayHaveHiddenFields(data) ? JSON.stringify(objectView(JSON.parse(data), sign)) : data

/** The view of a stored record as JSON, with and without the URLs of original files. */
export function recordTexts(data: string, sign: SignFile): { full: string; plain: string } {
  if (!mayHaveHiddenFields(data)) return { full: data, plain: data }
  const record: StoredRecord = JSON.parse(data)
  const full = JSON.stringify(objectView(record, sign))
  return { full, plain: record.$?.file ? JSON.stringify(objectView(record, withoutOriginals(sign))) : full }
}

/** If `sign` refuses the original file, its URL is that of the largest picture. */
export function objectView(record: StoredRecord, sign: SignFile): ObjectRecord {
  if (record.$ === undefined) return record as unknown as ObjectRecord
  const { $: hidden, ...shown } = record
  if (!hidden.file) return shown as unknown as ObjectRecord
  const pictures = pictureViews(hidden.pictures ?? [], sign)
  const url = sign(hidden.file) || (pictures.at(-1)?.url ?? '')
  return { ...shown, url, pictures } as unknown as ObjectRecord
}
