// The tables of exports, imports, published snapshots, thumbnails and link previews.

import type { ImportFormat } from '@tessera/contract/formats'
import type { ImportError } from '@tessera/contract/import-report'
import type { Generated } from 'kysely'
import type { Times } from './times.ts'

/** A file exported from a workspace for one user. */
export interface ExportTable {
  id: string
  workspace_id: number
  user_id: number
  /** The grant of the token that requested it: its rights count when the file is created. */
  grant_id: string
  format: string
  /** The options of the request, as JSON. */
  options: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** In percent. */
  progress: number
  /** The file; null until it is done. */
  hash: string | null
  mime: string | null
  name: string | null
  size: number | null
  /** Why it failed. */
  error: string | null
  created_at: string
  updated_at: string
  /** When the file and the row are removed. */
  expires_at: string
}

/** An import of a board file into a workspace. */
export interface ImportTable extends Times {
  id: string
  workspace_id: number
  user_id: number
  /** The grant that its token belongs to; checked with every part that is written. */
  grant_id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  format: ImportFormat | null
  name: string
  /** The position of its top left corner; null for free space. */
  x: number | null
  y: number | null
  /** The board file; empty until the board has been fetched. */
  source_hash: string
  miro_board: string | null
  /** Sealed; null once the board has been fetched, or can no longer be. */
  miro_token: string | null
  /** The changes that were read from the file; null until it has been read. */
  prepared_hash: string | null
  /** How often a child process was started to read the file. */
  tries: Generated<number>
  part_count: Generated<number>
  /** At least these parts are on the board. */
  parts_done: Generated<number>
  /** How many objects lie on the board. Their ids follow from the id of the import. */
  placed: Generated<number>
  /** JSON. */
  report: string | null
  error: string | null
  error_code: ImportError | null
}

/** A published state of a workspace. */
export interface SnapshotTable {
  id: string
  workspace_id: number
  /** 'made' while its pages are written, then 'shown', and 'past' once another has replaced it. */
  state: 'made' | 'shown' | 'past'
  /** In percent. */
  progress: number
  /** The seq of the log at which it was taken. */
  seq: number
  name: string
  description: string
  objects_count: number
  /** Null if there are no objects. */
  left_x: number | null
  top_y: number | null
  right_x: number | null
  bottom_y: number | null
  /** The version of its content: incremented when snapshots contain more than before. */
  edition: number
  /** Its texts in reading order, as a JSON list. */
  outline: string
  published_at: string
  created_at: string
}

/** A part of a snapshot: objects that are near each other. */
export interface SnapshotPageTable {
  snapshot_id: string
  page: number
  objects_count: number
  left_x: number
  top_y: number
  right_x: number
  bottom_y: number
  /** The objects as they are stored, with their kind. */
  data: string
}

/** A picture of a workspace or of its snapshot. */
export interface PreviewTable {
  workspace_id: number
  /** `board`, or the id of a snapshot. */
  subject: string
  sort: string
  snapshot_id: string | null
  /** The seq of the log at which it was drawn. */
  seq: number
  hash: string
  mime: string
  drawn_at: string
}

/** The result of checking the page that a browser object shows. */
export interface WebPageTable {
  /** The hash of the workspace's id and the URL in the object: a URL may be too long for an index. */
  url_hash: string
  /** The URL after redirects. */
  url: string
  framing: 'allowed' | 'refused' | 'unknown'
  reason: string
  title: string
  picture_hash: string | null
  picture_width: number | null
  picture_height: number | null
  icon_hash: string | null
  icon_width: number | null
  icon_height: number | null
  checked_at: string
}
