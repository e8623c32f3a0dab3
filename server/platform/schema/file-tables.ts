// The tables of stored files and of what was derived from them.

import type { Generated } from 'kysely'
import type { Times } from './times.ts'

export interface FileTable {
  hash: string
  size: number
  mime: string
  created_at: string
}

export interface UnusedFileTable {
  hash: string
  noticed_at: string
  /** Set while the file is being removed: storing the same bytes waits. */
  removing_at: Generated<string | null>
}

export interface ProcessedFileTable extends Times {
  hash: string
  state: 'processing' | 'ready' | 'failed'
  /** The number of pages; null if not known yet, and for images. */
  pages: number | null
  reason: string | null
  /** The PDF that an Office file was converted to, while its pages are being drawn. */
  pdf_hash: string | null
  /** The number of attempts since the last progress. */
  failures: number
  /** The total processing time. */
  spent_ms: number
}

export interface FilePictureTable {
  /** The hash of the image or document. */
  hash: string
  /** 0 for an image. */
  page: number
  width: number
  height: number
  picture_hash: string
}

export interface DocumentPageTable {
  hash: string
  number: number
  width: number
  height: number
  text: string
  search_text: string
}
