// An object between the wire and its row. What is stored is the record itself, with what the wire never sees under `$`;
// the other columns of the row are there to find it by.

import {
  can,
  type Kind,
  type KindName,
  kinds,
  type ObjectRecord,
  type Role,
  type WorkspaceFlag,
} from '@tessera/contract'
import { looks } from '@tessera/drawing/looks'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import type { ObjectTable } from '../db/schema.ts'
import type { SignFile } from '../files/signed-address.ts'
import { newObjectId } from '../ids.ts'
import { pictureViews, type StoredPicture } from '../processing/picture-view.ts'

export interface Hidden {
  /** Where the bytes of an image or document lie. */
  file?: { hash: string; mime: string; size: number; name?: string }
  /** What was made of it for the board, the smallest first; of a document's first page. */
  pictures?: readonly StoredPicture[]
  /** The sizes nobody gave, which follow the content. */
  follows?: readonly ('width' | 'height')[]
  /** In the event of its end: how many events right before that one tell of what went with it. */
  took?: number
  /** Where a board is shown without asking about web pages: what is known of the one it shows. No row of objects has it. */
  page?: KnownPage
}

export interface KnownPage {
  readonly title: string
  readonly picture: StoredPicture | null
  readonly icon: StoredPicture | null
}

export type StoredRecord = { id: string; version: number; created_at: string; updated_at: string; $?: Hidden } & Record<
  string,
  unknown
>

export interface StoredObject {
  readonly workspace_id: number
  readonly kind: KindName
  readonly parent_id: string | null
  /** The number of its last event, 0 before the first. */
  readonly seq: number
  readonly created_by: number
  readonly record: StoredRecord
}

export type { SignFile } from '../files/signed-address.ts'

/** Originals are for those who may download, the pictures made for the board are for everybody. */
export const signFor = (role: Role<WorkspaceFlag>, sign: SignFile): SignFile =>
  can(role, 'can_download_assets') ? sign : withoutOriginals(sign)

const withoutOriginals =
  (sign: SignFile): SignFile =>
  file =>
    file.isPicture ? sign(file) : ''

/** A stored record as the wire shows it, as JSON: for those who may have originals, and for those who may not. */
export function recordTexts(data: string, sign: SignFile): { full: string; plain: string } {
  // Nearly nothing has something to hide. A text that happens to contain this is parsed for nothing.
  if (!data.includes('"$":')) return { full: data, plain: data }
  const record: StoredRecord = JSON.parse(data)
  const full = JSON.stringify(objectView(record, sign))
  return { full, plain: record.$?.file ? JSON.stringify(objectView(record, withoutOriginals(sign))) : full }
}

/** The record as the wire shows it. Who may not have the original gets the largest picture of it instead. */
export function objectView(record: StoredRecord, sign: SignFile): ObjectRecord {
  if (record.$ === undefined) return record as unknown as ObjectRecord
  const { $: hidden, ...shown } = record
  if (!hidden.file) return shown as unknown as ObjectRecord
  const pictures = pictureViews(hidden.pictures ?? [], sign)
  const url = sign(hidden.file) || (pictures.at(-1)?.url ?? '')
  return { ...shown, url, pictures } as unknown as ObjectRecord
}

/** Fills in what follows from other fields, after a create or an update. */
export function complete(kind: KindName, record: StoredRecord): void {
  completions[kind]?.(record)
}

/** What only the server knows of a kind, besides its fields. */
const completions: { [K in KindName]?: (record: StoredRecord) => void } = {
  text: record => {
    const follows = record.$?.follows
    if (!follows) return
    const given = { ...record, ...Object.fromEntries(follows.map(name => [name, null])) } as unknown as TextToSize
    Object.assign(record, computeTextSize(given))
  },
}

export interface NewRecord {
  /** What only the server knows: the stored file, the natural size. */
  readonly known?: { readonly fields: Record<string, unknown>; readonly hidden: Hidden } | undefined
  /** The object it is put on. */
  readonly on?: { readonly kind: KindName; readonly id: string } | undefined
  readonly now: string
}

/** The defaults of the kind, then the fields given, under the names they are stored by. */
export function newRecord(kind: KindName, data: Record<string, unknown>, { known, on, now }: NewRecord): StoredRecord {
  const record: Record<string, unknown> = { id: newObjectId() }
  for (const { name, storedAs, isGiven, fallback } of newFields[kind]) {
    const value = (isGiven ? data[name] : undefined) ?? fallback
    if (value !== undefined) record[storedAs] = value
  }
  if (known) Object.assign(record, known.fields)
  const follows = sizesToFollow(kind, record)
  if ((kinds[kind] as Kind).attaches) {
    record.targetId = on?.id ?? null
    record.targetType = on?.kind ?? null
  }
  record.version = 1
  record.created_at = now
  record.updated_at = now
  if (known || follows.length > 0) record.$ = { ...known?.hidden, ...(follows.length > 0 ? { follows } : {}) }
  return record as StoredRecord
}

interface NewField {
  readonly name: string
  readonly storedAs: string
  readonly isGiven: boolean
  readonly fallback: unknown
}

const newField =
  (defaults: Kind['defaults']) =>
  ([name, { onCreate, storedAs }]: [string, Kind['fields'][string]]): NewField => ({
    name,
    storedAs: storedAs ?? name,
    isGiven: onCreate !== 'never',
    fallback: defaults[name],
  })

// Laid out once: this is gone through with every create.
const newFields = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [kind.name, Object.entries(kind.fields).map(newField(kind.defaults))]),
) as unknown as Readonly<Record<KindName, readonly NewField[]>>

/** Sizes that the kind has, that may be given, and that were not. */
function sizesToFollow(kind: KindName, fields: Record<string, unknown>): readonly ('width' | 'height')[] {
  if (!(kind in completions)) return []
  return (['width', 'height'] as const).filter(name => fields[name] === undefined)
}

export const objectColumns = {
  workspace_id: 'integer',
  id: 'text',
  kind: 'text',
  parent_id: 'text',
  version: 'integer',
  seq: 'integer',
  left_x: 'real',
  top_y: 'real',
  right_x: 'real',
  bottom_y: 'real',
  search_text: 'text',
  file_hash: 'text',
  data: 'text',
  created_by: 'integer',
  created_at: 'text',
  updated_at: 'text',
} as const

/** `data` is the record as JSON, made once for the row and its event. */
export function objectRow(object: StoredObject, data: string): ObjectTable {
  const { record, kind } = object
  const { x, y, width, height, scale } = looks[kind].frame(record as never)
  const searched = kinds[kind].searched
  return {
    workspace_id: object.workspace_id,
    id: record.id,
    kind,
    parent_id: object.parent_id,
    version: record.version,
    seq: object.seq,
    left_x: x,
    top_y: y,
    right_x: x + width * scale,
    bottom_y: y + height * scale,
    search_text: searched === null ? '' : String(record[searched] ?? '').toLowerCase(),
    file_hash: record.$?.file?.hash ?? null,
    data,
    created_by: object.created_by,
    created_at: record.created_at,
    updated_at: record.updated_at,
  }
}
