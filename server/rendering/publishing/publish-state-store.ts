// The SQL of a workspace's publish state, as the publishing jobs store it. The request that begins a job is written by
// workspaces/request-publishing.ts; its time identifies it.

import type { Updateable } from 'kysely'
import type { WorkspaceTable } from '../../platform/schema/index.ts'
import type { Tx } from '../../platform/sql/index.ts'

export interface PublishingRequest {
  readonly workspace_id: number
  readonly requested_at: string
}

/** Returns false if a later request replaced this one, or the workspace no longer exists. */
export async function settlePublishing(
  tx: Tx,
  { workspace_id, requested_at }: PublishingRequest,
  from: 'publishing' | 'unpublishing',
  to: Pick<Updateable<WorkspaceTable>, 'publish_state' | 'publish_state_at' | 'published_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set(to)
    .where('id', '=', workspace_id)
    .where('erased_at', 'is', null)
    .where('publish_state', '=', from)
    .where('publish_state_at', '=', requested_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
