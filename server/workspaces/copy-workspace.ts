// Copying a workspace: every object, comment and stroke, as a new log that begins with the creation of each of them.
// Users, listeners and the published snapshot are not copied.

import type { Operations } from '@tessera/contract'
import type { WorkspaceRow } from '../access/access-store.ts'
import { CopiedIds } from '../changes/board-copy.ts'
import { copyComments } from '../changes/copy-comments.ts'
import { copyObjects } from '../changes/copy-objects.ts'
import { actorOf } from '../events/event-actor.ts'
import { recordWorkspaceEvents } from '../events/record-event.ts'
import { setSeqs } from '../events/workspace-seq-store.ts'
import { requireRoomForCopy } from '../files/storage-allowance.ts'
import type { WriteCall } from '../handler.ts'
import { createEmptyWorkspace } from './create-workspace.ts'
import { workspaceEvent } from './workspace-events.ts'
import { listReferencedIds } from './workspace-store.ts'

const maxNameLength = 255

export async function copyWorkspace(call: WriteCall<Operations['workspaces']['copy']>): Promise<WorkspaceRow> {
  const { tx, caller, workspace: source, body, limits, now } = call
  await requireRoomForCopy(tx, source, limits.storageLimitBytes)
  const draft = {
    organization_id: source.organization_id,
    name: body.new_workspace_name ?? nameOfCopy(source.name),
    description: body.new_workspace_description ?? source.description,
    public: 0,
    // The copied objects keep their stacking keys, and what is created later lies above them.
    order_base: source.order_base + source.seq,
  }
  const { workspace } = await createEmptyWorkspace(tx, caller, draft, now)
  const ids = new CopiedIds(await listReferencedIds(tx, source.id))
  const { organization_id } = source
  const copy = { from: source.id, to: workspace.id, organization_id, ...actorOf(caller), now, ids }
  const seq = await copyComments(tx, copy, await copyObjects(tx, copy, 0))
  await setSeqs(tx, [{ id: workspace.id, seq, updated_at: now }])
  const origin = { workspace_id: source.id, ...actorOf(caller), now }
  await recordWorkspaceEvents(tx, origin, [workspaceEvent('WORKSPACE_DUPLICATE', source)])
  return workspace
}

/** Cut by code points, so that no surrogate pair is split. */
const nameOfCopy = (name: string) => [...`Copy of ${name}`].slice(0, maxNameLength).join('').trim()
