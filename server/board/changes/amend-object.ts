// Stores the results of processing an object's file in the object, with an event by the object's creator. Access is not
// checked. The version does not change, so that a client's If-Match still holds.

import { lockWorkspaces } from '../../accounts/access/index.ts'
import type { StoredPicture } from '../../platform/files/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { Steps } from '../../tools/index.ts'
import { findObjects, findWorkspaceClock } from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { newBoardState } from './board-state.ts'
import { Draft } from './draft.ts'
import { findConnected } from './load-connected.ts'
import { putObject } from './record-change.ts'
import { routeAtMoved } from './route-connectors.ts'
import { storeBatch } from './store-batch.ts'

/** An object and the hash of its file. */
export interface FileReference {
  readonly workspace_id: number
  readonly object_id: string
  readonly hash: string
}

export interface Amendment {
  readonly fields: Readonly<Record<string, unknown>>
  readonly pictures?: readonly StoredPicture[]
}

/** Returns null if the object is deleted or has another file. */
export async function findReferencingObject(
  db: Reader,
  { workspace_id, object_id: id, hash }: FileReference,
): Promise<StoredObject | null> {
  const [object] = await findObjects(db, [{ workspace_id, id }])
  return object?.record.$?.file?.hash === hash ? object : null
}

/** Does nothing if the object is deleted or already has these values. */
export async function amendObject(tx: Tx, holder: FileReference, { fields, pictures }: Amendment): Promise<void> {
  const uid = (await findWorkspaceClock(tx, holder.workspace_id))?.uid
  if (uid === undefined) return
  await lockWorkspaces(tx, [uid])
  const workspace = await findWorkspaceClock(tx, holder.workspace_id)
  const object = workspace && (await findReferencingObject(tx, holder))
  if (!object) return
  const now = new Date().toISOString()
  const record = { ...object.record, ...fields, $: { ...object.record.$, ...(pictures ? { pictures } : {}) } }
  if (JSON.stringify(record) === JSON.stringify(object.record)) return
  const around = await findConnected(tx, [{ workspace_id: holder.workspace_id, id: holder.object_id }])
  const board = newBoardState(workspace, [object, ...around.filter(one => one.record.id !== holder.object_id)], [])
  const draft = new Draft(board, { actor_id: object.created_by, via: null }, now)
  putObject(draft, { ...object, record: { ...record, updated_at: now } }, 'UPDATE')
  draft.markMoved(holder.object_id)
  await routeAtMoved(board, new Steps())
  await storeBatch(tx, [draft.board], now)
}
