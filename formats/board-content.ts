// A board on its way in or out, independent of the format: what readers return and writers are given. It runs in the
// sandboxed child as well, so it imports only the contract and drawing.

import type { KindName } from '@tessera/contract'
import { type ImportError, type ImportNotice, importNotices } from '@tessera/contract/import-report'

/** What a reader found in a file. */
export interface ImportedBoard {
  /** In stacking order, back to front. */
  readonly objects: readonly ImportedObject[]
  readonly files: readonly ImportedFile[]
  readonly comments?: readonly ImportedComment[]
  readonly adapted: readonly ReportEntry[]
  readonly left_out: readonly ReportEntry[]
}

export interface ImportedObject {
  /** Its name within the file, unique. */
  readonly ref: string
  readonly kind: KindName
  /** As in a `create` of a change list. The ends of connectors are `{ id: { ref }, anchor }` or points. */
  readonly data: Readonly<Record<string, unknown>>
  /** Objects with the same text are one group. */
  readonly group?: string
  /** The name of an ImportedFile, for images and documents. */
  readonly file?: string
  /** The ref of the object that a stroke is drawn on. */
  readonly parent?: string
  /** The part of an image that is shown, and how. Its size is in the data. */
  readonly crop?: PictureCrop
}

export interface PictureCrop {
  /** In fractions of the picture, from its top-left corner. */
  readonly part?: PlacedBox
  readonly isFlippedX?: boolean
  readonly isFlippedY?: boolean
}

export interface ImportedFile {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

export interface ImportedComment {
  readonly ref: string
  readonly text: string
  /** The ref of the object; without it the comment is at a point. */
  readonly on?: string
  readonly at?: { readonly x: number; readonly y: number }
  /** The ref of the first comment of its thread, for a reply. */
  readonly parent?: string
  readonly author?: { readonly name: string; readonly email: string }
  readonly created_at?: string
  readonly resolved?: boolean
}

export interface ReportEntry {
  readonly code: ImportNotice
  readonly what: string
  readonly why: string
  readonly count: number
  /** The first objects that it is about. */
  readonly refs: readonly string[]
}

export interface ImportLimits {
  readonly objects: number
  readonly files: number
  /** Bytes of everything that is unpacked. */
  readonly unpackedBytes: number
  /** Levels of nested objects and lists. */
  readonly depth: number
}

export const importLimits: ImportLimits = {
  objects: 100_000,
  files: 10_000,
  unpackedBytes: 1_000_000_000,
  depth: 100,
}

export type ReadFormat = (bytes: Uint8Array, limits: ImportLimits) => ImportedBoard | Promise<ImportedBoard>

/** The file cannot be imported. The message is shown to the user who imports it. */
export class UnreadableBoardFile extends Error {
  override name = 'UnreadableBoardFile'
  readonly code: ImportError

  constructor(code: ImportError, message: string) {
    super(message)
    this.code = code
  }
}

const maxRefs = 30

/** Counts what a reader adapts or leaves out. */
export class ImportReport {
  readonly #entries = { adapted: new Map<ImportNotice, NoticeCount>(), left_out: new Map<ImportNotice, NoticeCount>() }

  adapt(code: ImportNotice, ref?: string): void {
    count(this.#entries.adapted, code, ref)
  }

  leaveOut(code: ImportNotice, ref?: string): void {
    count(this.#entries.left_out, code, ref)
  }

  get adapted(): ReportEntry[] {
    return entriesOf(this.#entries.adapted)
  }

  get left_out(): ReportEntry[] {
    return entriesOf(this.#entries.left_out)
  }
}

interface NoticeCount {
  count: number
  readonly refs: string[]
}

function count(entries: Map<ImportNotice, NoticeCount>, code: ImportNotice, ref: string | undefined): void {
  const entry = entries.get(code) ?? { count: 0, refs: [] }
  entry.count += 1
  if (ref !== undefined && entry.refs.length < maxRefs && !entry.refs.includes(ref)) entry.refs.push(ref)
  entries.set(code, entry)
}

const entriesOf = (entries: ReadonlyMap<ImportNotice, NoticeCount>): ReportEntry[] =>
  [...entries].map(([code, { count, refs }]) => ({ code, ...importNotices[code], count, refs }))

export interface PlacedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A placeholder for an object that no kind can show: a dashed rectangle that says what it was. */
export const placeholder = (ref: string, box: PlacedBox, text: string): ImportedObject => ({
  ref,
  kind: 'shape',
  data: {
    ...box,
    text,
    fill: 'none',
    borderColor: '#6b7280',
    fontColor: '#6b7280',
    borderStyle: 'dashed',
    fontSize: 18,
  },
})

/** A board on its way out. */
export interface BoardContent {
  readonly name: string
  readonly description: string
  /** Whether files are the originals, or pictures made from them because the user may not download originals. */
  readonly hasOriginals: boolean
  /** The records of the API with their kind, in stacking order, back to front; strokes on an object after it. */
  readonly objects: readonly ContentObject[]
  readonly comments: readonly ContentComment[]
  /** The events of the log, oldest first, if they were asked for. */
  readonly events?: readonly Readonly<Record<string, unknown>>[]
  /** The file of an image or document by the object's id; null if there is none. */
  readonly file: (object_id: string) => Promise<ContentFile | null>
}

export type ContentObject = { readonly kind: KindName; readonly id: string } & Readonly<Record<string, unknown>>

export interface ContentComment {
  readonly id: string
  readonly text: string
  /** Null for a comment at a point of the board. */
  readonly targetId: string | null
  readonly x?: number | null
  readonly y?: number | null
  /** The id of the first comment of the thread, for a reply. */
  readonly parent: string | null
  readonly author: { readonly name: string; readonly email: string }
  readonly created_at: string
  readonly resolved: boolean
}

export interface ContentFile {
  readonly mime: string
  readonly bytes: Uint8Array
}

type FileContent = string | AsyncIterable<Uint8Array>

export type WriteFormat = (content: BoardContent) => FileContent | Promise<FileContent>
