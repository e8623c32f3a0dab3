// The references of an object that other objects are found by: those that hold an anchor. They stay while the target is
// deleted, so that restoring it attaches them again.

import { type Kind, kinds, referencedId } from '@tessera/contract'
import type { ObjectLinkTable } from '../../platform/schema/index.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'

/** The fields of each kind that hold an anchor. */
const linkFields = Object.fromEntries(
  Object.values<Kind>(kinds).map(kind => [
    kind.name,
    Object.entries(kind.references ?? {}).flatMap(([field, { holds }]) => (holds === 'anchor' ? [field] : [])),
  ]),
) as Readonly<Record<string, readonly string[]>>

export const linkFieldsOf = ({ kind }: Pick<StoredObject, 'kind'>): readonly string[] => linkFields[kind] ?? []

export function linksOf(object: StoredObject): ObjectLinkTable[] {
  const { workspace_id, record } = object
  return linkFieldsOf(object).flatMap(field => {
    const target_id = linkedId(record, field)
    return target_id === null ? [] : [{ workspace_id, object_id: record.id, field, target_id }]
  })
}

export const hasSameLinks = (a: StoredObject, b: StoredObject): boolean =>
  linkFieldsOf(a).every(field => linkedId(a.record, field) === linkedId(b.record, field))

export const isLinkedTo = (object: StoredObject, id: string): boolean =>
  linkFieldsOf(object).some(field => linkedId(object.record, field) === id)

/** The object that the field refers to, or referred to until that object was deleted. */
const linkedId = (record: StoredRecord, field: string): string | null =>
  referencedId(record[field]) ?? record.$?.detached?.[field]?.id ?? null
