// An object between the wire and its row. What is stored is the record itself, with what the wire never sees under `$`;
// the other columns of the row are there to find it by.

import {
  type CreateData,
  can,
  type KindName,
  kinds,
  type ObjectRecord,
  type Role,
  type WorkspaceFlag,
} from '@tessera/contract'
import type { DrawableOf } from '@tessera/drawing/drawable'
import { bounds } from '@tessera/drawing/looks'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import type { ObjectTable } from '../db/schema.ts'

export interface Hidden {
  /** Where the bytes of an image or document lie. */
  file?: { hash: string; mime: string; size: number; name?: string }
  /** The sizes nobody gave, which follow the content. */
  follows?: readonly ('width' | 'height')[]
}

export type StoredRecord = { id: string; version: number; created_at: string; updated_at: string; $?: Hidden } & Record<
  string,
  unknown
>

export interface StoredObject {
  readonly workspace_id: number
  readonly kind: KindName
  readonly parent_id: string | null
  readonly created_by: number
  readonly record: StoredRecord
}

export type SignFile = (file: NonNullable<Hidden['file']>) => string

/** Originals are for those who may download; the address is empty for everybody else. */
export const signFor = (role: Role<WorkspaceFlag>, sign: SignFile): SignFile =>
  can(role, 'can_download_assets') ? sign : () => ''

/** The record as the wire shows it. */
export function objectView(record: StoredRecord, sign: SignFile): ObjectRecord {
  if (record.$ === undefined) return record as unknown as ObjectRecord
  const { $: hidden, ...shown } = record
  return (hidden.file ? { ...shown, url: sign(hidden.file) } : shown) as unknown as ObjectRecord
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

/** What a new record of a kind starts from: the defaults, then the fields given, under the names they are stored by. */
export function newFields<K extends KindName>(
  name: K,
  data: CreateData<K> & Record<string, unknown>,
): Record<string, unknown> {
  const kind = kinds[name]
  const fields: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(kind.fields)) {
    const value = field.onCreate === 'never' ? undefined : data[key]
    const fallback = (kind.defaults as Record<string, unknown>)[key]
    if (value !== undefined && value !== null) fields[field.storedAs ?? key] = value
    else if (fallback !== undefined) fields[field.storedAs ?? key] = fallback
  }
  return fields
}

/** Sizes that the kind has, that may be given, and that were not. */
export const sizesToFollow = (kind: KindName, fields: Record<string, unknown>) =>
  kind in completions ? (['width', 'height'] as const).filter(name => fields[name] === undefined) : []

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
export function objectRow(object: StoredObject, seq: number, data: string): ObjectTable {
  const { record, kind } = object
  const box = bounds({ ...record, kind } as unknown as DrawableOf<KindName>)
  const searched = kinds[kind].searched
  return {
    workspace_id: object.workspace_id,
    id: record.id,
    kind,
    parent_id: object.parent_id,
    version: record.version,
    seq,
    left_x: box.x,
    top_y: box.y,
    right_x: box.x + box.width,
    bottom_y: box.y + box.height,
    search_text: searched === null ? '' : String(record[searched] ?? '').toLowerCase(),
    file_hash: record.$?.file?.hash ?? null,
    data,
    created_by: object.created_by,
    created_at: record.created_at,
    updated_at: record.updated_at,
  }
}
