// An object between the wire and its row. What is stored is the record itself, with what the wire never sees under `$`;
// the other columns of the row are there to find it by.

import { can, type KindName, type ObjectRecord, type Role, type WorkspaceFlag } from '@tessera/contract'
import type { SignFile } from '../files/signed-url.ts'
import { pictureViews, type StoredPicture } from './picture-view.ts'

export interface HiddenFields {
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

export type StoredRecord = { id: string; version: number; created_at: string; updated_at: string; $?: HiddenFields } & Record<
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
