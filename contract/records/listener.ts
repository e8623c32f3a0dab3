// A listener, what Create and Update answer with, and what was sent to it.

import { Type } from 'typebox'
import { oneOf, optional, orNull, timestamp } from '../values.ts'

export const listenerStates = ['ACTIVE', 'IN_ACTIVE', 'SUSPENDED'] as const

export const Listener = Type.Object({
  id: Type.String(),
  workspaceId: Type.String(),
  targetId: orNull(Type.String()),
  targetType: Type.String(),
  eventTypes: Type.Array(Type.String()),
  url: Type.String(),
  status: Type.Array(oneOf(listenerStates)),
  secret: optional(Type.String({ description: 'Signs the notifications; told by Create and Get only' })),
})

export const OneListener = Type.Object({ listeners: Listener })
export const Listeners = Type.Object({ listeners: Type.Array(Listener) })

export const ListenerSecret = Type.Object({
  secret: Type.String(),
  previous_secret_until: timestamp(),
})

/** One attempt to tell a listener something, and what came of it. */
export const Delivery = Type.Object({
  id: Type.String(),
  cause: oneOf(['event', 'test', 'redelivery']),
  event: Type.Object({ id: Type.String(), type: Type.String(), seq: Type.Integer(), created_at: timestamp() }),
  attempt: Type.Integer({ description: '1 for the first, and for what was sent out of turn' }),
  state: oneOf(['delivered', 'failed']),
  created_at: timestamp(),
  duration_ms: Type.Integer(),
  error: orNull(Type.String({ description: 'Why it failed, in a sentence' })),
  request: Type.Object({
    url: Type.String(),
    headers: Type.Object(
      {
        'content-type': Type.String(),
        'user-agent': Type.String(),
        'webhook-id': Type.String(),
        'webhook-timestamp': Type.String(),
      },
      { description: 'All but the signature' },
    ),
    body: orNull(Type.String({ description: 'Null where you may no longer read the workspace' })),
  }),
  response: orNull(
    Type.Object({ status: Type.Integer(), body: Type.String({ description: 'Its first 16,384 bytes' }) }),
  ),
})

export const Deliveries = Type.Object({ deliveries: Type.Array(Delivery), next_cursor: orNull(Type.String()) })
