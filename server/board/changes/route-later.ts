// Computes the paths of the connectors at objects that have moved, in many short transactions: a job of the write path for
// objects with many connectors. It may run again, and changes only paths that are not current.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockWorkspaces } from '../../accounts/access/index.ts'
import { type JobPayloads, listOpenPayloads, type NewJob } from '../../platform/jobs/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'
import { Steps } from '../../tools/index.ts'
import { listLinkingIds } from '../records/object-link-store.ts'
import { findObjects, findWorkspaceClock } from '../records/object-store.ts'
import { updateObjects } from '../records/object-write-store.ts'
import { newBoardState } from './board-state.ts'
import { findEnds } from './load-connected.ts'
import { objectRow } from './object-row.ts'
import { routeAtMoved } from './route-connectors.ts'

/** Connectors in a transaction. */
const pageSize = 200

/** The key is that of publishing the workspace, which waits for the paths. */
const keyOf = (workspace_id: number) => `workspace:${workspace_id}`

export const routingJobsOf = (workspace_id: number, ids: readonly string[]): NewJob[] =>
  ids.length === 0 ? [] : [{ name: 'route-connectors', key: keyOf(workspace_id), payload: { workspace_id, ids } }]

/** The objects that have moved and whose connectors have not followed yet. */
export async function listUnrouted(db: Reader, workspace_id: number): Promise<string[]> {
  const payloads = await listOpenPayloads(db, 'route-connectors', keyOf(workspace_id))
  return [...new Set(payloads.flatMap(({ ids }) => ids))]
}

export async function routeLater(
  db: Database,
  { workspace_id, ids }: JobPayloads['route-connectors'],
  signal?: AbortSignal,
): Promise<void> {
  let waiting: string[] = []
  for (const id of ids) {
    waiting.push(...(await listLinkingIds(db.read, { workspace_id, id })))
    for (; waiting.length >= pageSize; waiting = waiting.slice(pageSize)) {
      signal?.throwIfAborted()
      await nextTurn()
      const page = waiting.slice(0, pageSize)
      await db.write(tx => routePage(tx, workspace_id, page, ids))
    }
  }
  if (waiting.length > 0) await db.write(tx => routePage(tx, workspace_id, waiting, ids))
}

async function routePage(tx: Tx, workspace_id: number, page: readonly string[], moved: readonly string[]) {
  const uid = (await findWorkspaceClock(tx, workspace_id))?.uid
  if (uid === undefined) return
  await lockWorkspaces(tx, [uid])
  const workspace = await findWorkspaceClock(tx, workspace_id)
  if (!workspace) return
  const connectors = await findObjects(
    tx,
    page.map(id => ({ workspace_id, id })),
  )
  const board = newBoardState(workspace, [...connectors, ...(await findEnds(tx, connectors))], [])
  for (const id of moved) board.moved.add(id)
  await routeAtMoved(board, new Steps())
  const routed = [...board.rerouted].flatMap(id => board.objects.get(id) ?? [])
  await updateObjects(
    tx,
    routed.map(object => objectRow(object, JSON.stringify(object.record))),
  )
}
