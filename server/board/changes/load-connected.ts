// Loads the connectors at objects, and what they are attached to at their other ends: their paths depend on it.

import type { Reader } from '../../platform/sql/index.ts'
import { findObjects, type ObjectKey } from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { findLinkedObjects } from './object-link-store.ts'
import { linksOf } from './object-links.ts'

/** What these objects are attached to. */
export const findEnds = (db: Reader, objects: readonly StoredObject[]): Promise<StoredObject[]> =>
  findObjects(db, [...new Map(objects.flatMap(linksOf).map(link => [keyOf(link), targetOf(link)])).values()])

export async function findConnected(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  const linked = await findLinkedObjects(db, keys)
  return [...linked, ...(await findEnds(db, linked))]
}

type Link = ReturnType<typeof linksOf>[number]

const keyOf = ({ workspace_id, target_id }: Link) => `${workspace_id} ${target_id}`
const targetOf = ({ workspace_id, target_id: id }: Link): ObjectKey => ({ workspace_id, id })
