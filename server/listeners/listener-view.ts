// Listeners as records.

import type { Listener } from '@tessera/contract'
import type { Static } from 'typebox'
import type { ListenerRow } from './listener-store.ts'

export type ListenerRecord = Static<typeof Listener>

type ViewedRow = Pick<
  ListenerRow,
  'id' | 'workspace_uid' | 'target_id' | 'target_type' | 'event_types' | 'url' | 'status'
>

export const listenerView = (row: ViewedRow): ListenerRecord => ({
  id: row.id,
  workspaceId: row.workspace_uid,
  targetId: row.target_id,
  targetType: row.target_type,
  eventTypes: JSON.parse(row.event_types),
  url: row.url,
  status: [row.status as ListenerRecord['status'][number]],
})

/** For the two responses that contain the secret. */
export const listenerWithSecret = (row: ViewedRow, secret: string): ListenerRecord => ({
  ...listenerView(row),
  secret,
})
