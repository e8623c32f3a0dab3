// Exports in the format of the API.

import type { ExportFormat, Operations, ReplyOf } from '@tessera/contract'
import { signFileUrl } from '../../platform/files/index.ts'
import type { ExportRow } from './export-store.ts'

type ExportRecord = ReplyOf<Operations['exports']['get']>['export']

export interface ExportLinks {
  readonly publicUrl: string
  readonly fileKey: Buffer
}

export function exportView(row: ExportRow, links: ExportLinks): ExportRecord {
  const { id, state, progress, name, size, error, created_at, expires_at } = row
  const format = row.format as ExportFormat
  return { id, state, progress, format, url: urlOf(row, links), name, size, error, created_at, expires_at }
}

/** The URL is valid until the export expires. */
function urlOf({ state, hash, mime, name, expires_at }: ExportRow, { publicUrl, fileKey }: ExportLinks): string | null {
  if (state !== 'done' || hash === null || mime === null) return null
  const file = { hash, mime, ...(name === null ? {} : { name }) }
  return publicUrl + signFileUrl(fileKey, file, Math.floor(Date.parse(expires_at) / 1_000))
}
