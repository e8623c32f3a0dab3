// What the child process hands over to the server: the changes of an import in parts, with their final ids. The ids follow
// from the import and the position in the file, so a part that is made a second time is the same part.

import { createHash } from 'node:crypto'
import type { KindName } from '@tessera/contract'
import type { ImportFormat } from '@tessera/contract/formats'
import type { ImportError, ImportNotice } from '@tessera/contract/import-report'
import type { PlacedBox } from './board-content.ts'

export type PreparedChange =
  | {
      readonly op: 'create'
      readonly id: string
      readonly kind: KindName
      readonly data: Readonly<Record<string, unknown>>
      readonly group?: string
      /** The index of its file, and its size on the board if that is not the size of the file. */
      readonly file?: { readonly index: number; readonly size?: { readonly width: number; readonly height: number } }
      readonly on?: { readonly kind: KindName; readonly id: string }
    }
  /** Attaches a connector to an object that lies above it. */
  | { readonly op: 'update'; readonly id: string; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly op: 'comment'
      readonly id: string
      readonly on: { readonly kind: KindName; readonly id: string } | null
      readonly at?: { readonly x: number; readonly y: number }
      readonly text: string
      readonly parent: string | null
    }
  | { readonly op: 'resolve-comment'; readonly id: string; readonly resolved: true }

export interface PreparedNotice {
  readonly code: ImportNotice
  readonly count: number
  /** The first objects that it is about. */
  readonly ids: readonly string[]
}

export interface PreparedImport {
  readonly format: ImportFormat
  /** Objects that lie on the board; their ids are the first of the import. */
  readonly placed: number
  /** Includes the strokes on other objects. */
  readonly objects: number
  readonly comments: number
  readonly adapted: readonly PreparedNotice[]
  readonly left_out: readonly PreparedNotice[]
  readonly box: PlacedBox | null
  /** The files of images and documents, by index. */
  readonly files: readonly { readonly path: string; readonly name: string }[]
  /** A file with a line for each part: a list of changes as JSON. */
  readonly parts: string
  readonly partCount: number
}

export interface FailedImport {
  readonly failed: { readonly code: ImportError; readonly message: string }
}

/** The id of the object with this number in an import. Like other ids, it sorts by time; 65,536 share a millisecond. */
export function importedId(import_id: string, number: number): string {
  const tick = Number.parseInt(import_id.slice(0, 12), 16) + (number >> 16)
  const counter = (number & 0xffff).toString(16).padStart(4, '0')
  return tick.toString(16).padStart(12, '0') + counter + tailOf(import_id)
}

let last = { import_id: '', tail: '' }

function tailOf(import_id: string): string {
  if (last.import_id !== import_id)
    last = { import_id, tail: createHash('sha256').update(import_id).digest('hex').slice(0, 8) }
  return last.tail
}
