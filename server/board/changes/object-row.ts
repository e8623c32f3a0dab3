// The database row of an object: the record as JSON, and the columns it is found by.

import { kinds } from '@tessera/contract'
import { recordBounds } from '@tessera/drawing/renderers'
import type { ObjectTable } from '../../platform/schema/index.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { shownTextOf } from './new-record.ts'

/** `data` is the record as JSON, serialized once for the row and its event. */
export function objectRow(object: StoredObject, data: string): ObjectTable {
  const { record, kind } = object
  const { x, y, width, height } = recordBounds(kind, record)
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
    search_text: searchText(object),
    file_hash: record.$?.file?.hash ?? null,
    order_key: record.order,
    group_id: record.group,
    data,
    created_by: object.created_by,
    created_at: record.created_at,
    updated_at: record.updated_at,
  }
}

/** The searched text as people read it. Only a field named `text` has markup. */
function searchText({ kind, record }: StoredObject): string {
  const { searched } = kinds[kind]
  if (searched === null) return ''
  return (searched === 'text' ? shownTextOf(record) : String(record[searched] ?? '')).toLowerCase()
}
