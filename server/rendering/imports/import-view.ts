// Imports in the format of the API.

import { importNotices, type Operations, type ReplyOf } from '@tessera/contract'
import type { PlacedBox } from '@tessera/formats/board-content'
import type { PreparedNotice } from '@tessera/formats/prepared-import'
import type { ImportRow } from './import-store.ts'

/** The report in its stored form: without the texts, which may be improved later. */
export interface StoredReport {
  readonly created: number
  readonly comments: number
  readonly adapted: readonly PreparedNotice[]
  readonly left_out: readonly PreparedNotice[]
  readonly box: PlacedBox | null
}

type ImportRecord = ReplyOf<Operations['imports']['get']>['import']

export function importView(row: ImportRow): ImportRecord {
  const { id, state, format, name, error, error_code, created_at } = row
  return { id, state, progress: progressOf(row), format, name, report: reportOf(row), error, error_code, created_at }
}

const shareOfReading = 10

function progressOf({ state, prepared_hash, part_count, parts_done }: ImportRow): number {
  if (state === 'done') return 100
  if (prepared_hash === null) return 0
  return shareOfReading + Math.floor(((99 - shareOfReading) * parts_done) / Math.max(1, part_count))
}

/** The report is shown only once the import is done: before, its content may still change. */
function reportOf({ state, report }: ImportRow): ImportRecord['report'] {
  if (state !== 'done' || report === null) return null
  const { created, comments, adapted, left_out, box } = JSON.parse(report) as StoredReport
  return { created, comments, adapted: adapted.map(describeNotice), left_out: left_out.map(describeNotice), box }
}

const describeNotice = ({ code, count, ids }: PreparedNotice) => ({
  code,
  ...importNotices[code],
  count,
  ids: [...ids],
})
