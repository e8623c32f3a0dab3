// A listener, and the deliveries to it.

import { Type } from 'typebox'
import { oneOf, optional, orNull, text, timestamp, whole } from '../values.ts'
import { CreatedWith } from './application.ts'

/** A name of `eventTypeNames`. It is checked by the operation, whose error names the wrong one. */
export const eventType = () => Type.String({ maxLength: 64, named: 'EventType' })

export const listenerStates = ['ACTIVE', 'IN_ACTIVE', 'SUSPENDED'] as const

const DeliveryState = Type.Object(
  {
    attempts: whole('Number of failed attempts to deliver the next event; 0 if there are none'),
    next_attempt_at: orNull(timestamp({ description: 'When the next attempt is made; null if no retry is pending' })),
  },
  { named: 'DeliveryState', description: 'Whether delivery is failing; only in the responses of Get and List' },
)

export const Listener = Type.Object(
  {
    id: text('Identifies the listener'),
    workspaceId: orNull(text('The uid of the workspace; null for a listener of all workspaces of an organization')),
    organizationId: optional(
      whole('Only for a listener of all workspaces of an organization: the id of the organization'),
    ),
    targetId: orNull(text('Id of the only object whose events it receives; null for all')),
    targetType: text('Kind of that object, or `workspace`'),
    eventTypes: Type.Array(eventType(), { description: 'The events that it receives' }),
    url: text('The URL that notifications are sent to'),
    status: Type.Array(oneOf(listenerStates), {
      description:
        'A list with one value. `ACTIVE` receives events, `IN_ACTIVE` is turned off, `SUSPENDED` was turned off because it failed for too long',
    }),
    created_with: orNull(CreatedWith),
    delivery: optional(DeliveryState),
    secret: optional(text('Signs the notifications; only in the responses of Create and Get')),
  },
  { named: 'Listener', description: 'A webhook: an address that receives the events of a workspace' },
)

export const OneListener = Type.Object({ listeners: Listener })
export const Listeners = Type.Object({ listeners: Type.Array(Listener, { description: 'Your listeners' }) })

export const ListenerSecret = Type.Object({
  secret: text('The new secret, which signs notifications from now on'),
  previous_secret_until: timestamp({
    description: 'Until then notifications have a signature of the previous secret too',
  }),
})

const DeliveredEvent = Type.Object(
  {
    id: text('Id of the event'),
    type: text('Name of the event, or `TEST_HOOK`'),
    seq: whole('Number of the event in its workspace'),
    created_at: timestamp({ description: 'When it happened' }),
  },
  { named: 'DeliveredEvent', description: 'The event that a delivery is about' },
)

const DeliveryHeaders = Type.Object(
  {
    'content-type': text('Media type of the body'),
    'user-agent': text('Name of the service'),
    'webhook-id': text('`msg_<event>_<listener>`, the same in every attempt'),
    'webhook-timestamp': text('When it was sent, in seconds since 1970'),
  },
  { description: 'All headers except the signature' },
)

const DeliveryRequest = Type.Object(
  {
    url: text('The URL that it was sent to'),
    headers: DeliveryHeaders,
    body: orNull(text('Null if you can no longer read the workspace')),
  },
  { named: 'DeliveryRequest', description: 'What was sent' },
)

const DeliveryResponse = Type.Object(
  { status: whole('Its status code'), body: text('The first 16,384 bytes') },
  { named: 'DeliveryResponse', description: 'The response of the receiver; null if there was none' },
)

/** One attempt to deliver an event to a listener, and its result. */
export const Delivery = Type.Object(
  {
    id: text('Identifies the delivery'),
    cause: oneOf(['event', 'test', 'redelivery'], { description: 'Why it was sent' }),
    workspaceId: orNull(text('The uid of the workspace of the event; null for a test of an organization’s listener')),
    event: DeliveredEvent,
    attempt: whole('1 for the first attempt, and for tests and redeliveries'),
    state: oneOf(['delivered', 'failed'], { description: 'Whether the receiver accepted it with a 2xx status' }),
    created_at: timestamp({ description: 'When it was sent' }),
    duration_ms: whole('Response time of the receiver in milliseconds'),
    error: orNull(text('Why it failed; null if it did not')),
    request: DeliveryRequest,
    response: orNull(DeliveryResponse),
  },
  { named: 'Delivery', description: 'One attempt to deliver an event to a listener, and its result' },
)

export const Deliveries = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'The newest first' }),
  next_cursor: orNull(text('Send it as `cursor` to get the next page; null on the last page')),
})
