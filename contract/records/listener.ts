// A listener, and the deliveries to it.

import { Type } from 'typebox'
import { oneOf, optional, orNull, timestamp } from '../values.ts'

/** A name of `eventTypeNames`. It is checked by the operation, whose error names the wrong one. */
export const eventType = () => Type.String({ maxLength: 64, named: 'EventType' })

export const listenerStates = ['ACTIVE', 'IN_ACTIVE', 'SUSPENDED'] as const

export const Listener = Type.Object(
  {
    id: Type.String(),
    workspaceId: orNull(
      Type.String({
        description: 'The uid of the workspace; null for a listener of all workspaces of an organization',
      }),
    ),
    organizationId: optional(
      Type.Integer({
        description: 'Only for a listener of all workspaces of an organization: the id of the organization',
      }),
    ),
    targetId: orNull(Type.String()),
    targetType: Type.String(),
    eventTypes: Type.Array(eventType()),
    url: Type.String(),
    status: Type.Array(oneOf(listenerStates)),
    delivery: optional(
      Type.Object(
        {
          attempts: Type.Integer({
            description: 'How often the delivery of the next event has failed; 0 if it has not',
          }),
          next_attempt_at: orNull(
            timestamp({ description: 'When it is tried again; null if nothing waits for a retry' }),
          ),
        },
        { description: 'Whether delivery is failing; only in the responses of Get and List' },
      ),
    ),
    secret: optional(Type.String({ description: 'Signs the notifications; only in the responses of Create and Get' })),
  },
  { named: 'Listener' },
)

export const OneListener = Type.Object({ listeners: Listener })
export const Listeners = Type.Object({ listeners: Type.Array(Listener) })

export const ListenerSecret = Type.Object({
  secret: Type.String(),
  previous_secret_until: timestamp(),
})

/** One attempt to deliver an event to a listener, and its result. */
export const Delivery = Type.Object(
  {
    id: Type.String(),
    cause: oneOf(['event', 'test', 'redelivery']),
    workspaceId: orNull(
      Type.String({
        description: 'The uid of the workspace of the event; null for a test of an organization’s listener',
      }),
    ),
    event: Type.Object({ id: Type.String(), type: Type.String(), seq: Type.Integer(), created_at: timestamp() }),
    attempt: Type.Integer({ description: '1 for the first attempt, and for tests and redeliveries' }),
    state: oneOf(['delivered', 'failed']),
    created_at: timestamp(),
    duration_ms: Type.Integer(),
    error: orNull(Type.String({ description: 'Why it failed' })),
    request: Type.Object({
      url: Type.String(),
      headers: Type.Object(
        {
          'content-type': Type.String(),
          'user-agent': Type.String(),
          'webhook-id': Type.String(),
          'webhook-timestamp': Type.String(),
        },
        { description: 'All headers except the signature' },
      ),
      body: orNull(Type.String({ description: 'Null if you can no longer read the workspace' })),
    }),
    response: orNull(
      Type.Object({ status: Type.Integer(), body: Type.String({ description: 'The first 16,384 bytes' }) }),
    ),
  },
  { named: 'Delivery' },
)

export const Deliveries = Type.Object({ deliveries: Type.Array(Delivery), next_cursor: orNull(Type.String()) })
