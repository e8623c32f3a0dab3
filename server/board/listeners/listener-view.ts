// Listeners as records.

import type { Listener } from '@tessera/contract'
import type { Static } from 'typebox'
import { readCreator } from '../../accounts/tokens/index.ts'
import type { ListenerRow } from './listener-store.ts'
import type { OrganizationListenerRow } from './organization-listener-store.ts'

export type ListenerRecord = Static<typeof Listener>

type ViewedRow = Pick<
  ListenerRow,
  'id' | 'workspace_uid' | 'target_id' | 'target_type' | 'event_types' | 'url' | 'status' | 'created_with'
>

export const listenerView = (row: ViewedRow): ListenerRecord => ({
  id: row.id,
  workspaceId: row.workspace_uid,
  targetId: row.target_id,
  targetType: row.target_type,
  eventTypes: JSON.parse(row.event_types),
  url: row.url,
  status: [row.status as ListenerRecord['status'][number]],
  created_with: readCreator(row.created_with),
})

export const organizationListenerView = (
  row: Pick<OrganizationListenerRow, 'id' | 'organization_id' | 'event_types' | 'url' | 'status' | 'created_with'>,
): ListenerRecord => ({
  id: row.id,
  workspaceId: null,
  organizationId: row.organization_id,
  targetId: null,
  targetType: 'organization',
  eventTypes: JSON.parse(row.event_types),
  url: row.url,
  status: [row.status as ListenerRecord['status'][number]],
  created_with: readCreator(row.created_with),
})

/** The delivery state. Only an active listener is retried. */
export const deliveryStateView = (
  { status }: { readonly status: string },
  { attempts, due_at }: { readonly attempts: number; readonly due_at: string | null },
): NonNullable<ListenerRecord['delivery']> => ({
  attempts,
  next_attempt_at: status === 'ACTIVE' && attempts > 0 ? due_at : null,
})

/** Used by the two responses that contain the secret. */
export const listenerWithSecret = (row: ViewedRow, secret: string): ListenerRecord => ({
  ...listenerView(row),
  secret,
})
