// Listeners as records.

import type { Listener } from '@tessera/contract'
import type { Static } from 'typebox'
import type { ListenerRow } from './listener-store.ts'

export type ListenerRecord = Static<typeof Listener>

type Shown = Pick<ListenerRow, 'id' | 'workspace_uid' | 'target_id' | 'target_type' | 'event_types' | 'url' | 'status'>

export const listenerView = (row: Shown): ListenerRecord => ({
  id: row.id,
  workspaceId: row.workspace_uid,
  targetId: row.target_id,
  targetType: row.target_type,
  eventTypes: JSON.parse(row.event_types),
  url: row.url,
  status: [row.status as ListenerRecord['status'][number]],
})

/** For the two answers that tell the secret. */
export const listenerWithSecret = (row: Shown & Pick<ListenerRow, 'secret'>): ListenerRecord => ({
  ...listenerView(row),
  secret: row.secret,
})
