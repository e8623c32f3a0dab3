// The database row of an object: the record as JSON, and the columns it is found by.

import { kinds } from '@tessera/contract'
import { bounds } from '@tessera/drawing/renderers'
import type { ObjectTable } from '../db/schema.ts'
import type { StoredObject } from '../records/stored-object.ts'

/** `data` is the record as JSON, serialized once for the row and its event. */
export function objectRow(object: StoredObject, data: string): ObjectTable {
  const { record, kind } = object
  const { x, y, width, height } = bounds({ kind, ...record } as never)
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
    right_x: x + width,
    bottom_y: y + height,
    search_text: searched === null ? '' : String(record[searched] ?? '').toLowerCase(),
    file_hash: record.$?.file?.hash ?? null,
    order_key: record.order,
    group_id: record.group,
    data,
    created_by: object.created_by,
    created_at: record.created_at,
    updated_at: record.updated_at,
  }
}
