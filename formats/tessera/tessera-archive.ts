// The layout of a Tessera archive: a zip file with JSON texts and the files of images and documents. docs/spec/exports.md
// describes it for other programs.

import type { KindName } from '@tessera/contract'

export const archiveVersion = 1

export const archiveNames = {
  manifest: 'manifest.json',
  objects: 'objects.ndjson',
  comments: 'comments.ndjson',
  events: 'events.ndjson',
  files: 'files/',
} as const

export interface ArchiveManifest {
  readonly format: 'tessera'
  readonly version: number
  readonly name: string
  readonly description: string
  /** `originals`, or `pictures` if the user who exported the workspace may not download the originals. */
  readonly files: 'originals' | 'pictures'
}

/** A line of objects.ndjson, in stacking order, back to front. */
export interface ArchivedObject {
  readonly id: string
  readonly kind: KindName
  /** As in a create. Ends of connectors are `{ id: { ref }, anchor }`, where `ref` is an id of this file. */
  readonly data: Readonly<Record<string, unknown>>
  readonly group?: string
  /** The object that a stroke is drawn on. */
  readonly on?: string
  /** The name of its file in the archive. */
  readonly file?: string
  /** The size of an image on the board, before its scale. */
  readonly size?: { readonly width: unknown; readonly height: unknown }
}
