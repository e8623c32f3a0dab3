// The end of publishing or unpublishing, as the workspace's row tells it. It comes about only for the request that is the
// last one: the time of its state is the time of that request.

import type { Tx } from '../db/database.ts'
import { updatePublishState } from './workspace-store.ts'

export interface PublishingRequest {
  readonly workspace_id: number
  readonly requested_at: string
}

/** False where something else was asked since, or the workspace is gone. */
export async function settlePublishing(
  tx: Tx,
  { workspace_id, requested_at }: PublishingRequest,
  from: 'publishing' | 'unpublishing',
  to: { publish_state: 'published' | 'unpublished'; publish_state_at: string; published_at?: string },
): Promise<boolean> {
  return await updatePublishState(tx, { id: workspace_id, publish_state: from, publish_state_at: requested_at }, to)
}
