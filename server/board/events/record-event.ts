// Records the events of workspaces and their users. The write path numbers and inserts the events of objects.

import { type WorkspaceEventType, workspaceEvents } from '@tessera/contract'
import type { EventActor } from '../../accounts/access/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { insertEvents } from './event-store.ts'
import { advanceSeq } from './workspace-seq-store.ts'

export interface WorkspaceEvent {
  type: WorkspaceEventType
  /** The field of the event that the contract defines for the type. */
  data: object
}

/** Takes the next numbers of the workspace's log, in order, in the caller's transaction. */
export async function recordWorkspaceEvents(
  tx: Tx,
  { workspace_id, actor_id, via, now }: EventActor & { readonly workspace_id: number; readonly now: string },
  events: readonly WorkspaceEvent[],
): Promise<void> {
  if (events.length === 0) return
  const before = await advanceSeq(tx, workspace_id, events.length, now)
  await insertEvents(
    tx,
    events.map(({ type, data }, index) => ({
      workspace_id,
      seq: before + index + 1,
      id: newObjectId(),
      type,
      kind: workspaceEvents[type],
      object_id: null,
      target_id: null,
      actor_id,
      created_at: now,
      prior_seq: 0,
      data: JSON.stringify(data),
      via,
      grant_id: null,
    })),
  )
}
