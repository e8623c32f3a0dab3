// Listeners: webhooks that receive the events of a workspace, or of all workspaces of an organization.

import { Type } from 'typebox'
import { caller, get, handsOn, Message, organization, own, post, put, remove } from '../operation.ts'
import { filterBy } from '../paging.ts'
import { Deliveries, eventType, Listener, ListenerSecret, Listeners, OneListener } from '../records/index.ts'
import { maxId, oneOf, optional, webAddress } from '../values.ts'

export const listenerFilters = ['workspaceId', 'status', 'targetId', 'url'] as const

const eventTypes = () =>
  Type.Array(eventType(), { minItems: 1, maxItems: 100, description: 'The events to receive, or groups of them' })

const receiver = () => webAddress('The URL that notifications are sent to: http or https')
const onlyObject = () => Type.String({ maxLength: 64, description: 'Id of the only object whose events are sent' })

const ListenerDraft = Type.Object({
  url: receiver(),
  workspaceId: Type.String({ maxLength: 64, description: 'The uid of the workspace' }),
  targetId: optional(onlyObject()),
  eventTypes: eventTypes(),
})

const OrganizationListenerDraft = Type.Object({ url: receiver(), eventTypes: eventTypes() })

const ListenerEdit = Type.Object({
  url: optional(receiver()),
  targetId: optional(onlyObject()),
  eventTypes: optional(eventTypes()),
  status: optional(
    oneOf(['ACTIVE', 'IN_ACTIVE'], {
      default: 'ACTIVE',
      description: 'ACTIVE receives events, and resumes a suspended listener; IN_ACTIVE receives none',
    }),
  ),
})

const DeliveryQuery = Type.Object({
  limit: optional(Type.Integer({ minimum: 1, default: 25, description: 'Number of deliveries per page, at most 100' })),
  cursor: optional(Type.String({ maxLength: 64, description: 'The next_cursor of the previous page' })),
})

const Replay = Type.Object({
  after_seq: Type.Integer({
    minimum: 0,
    maximum: maxId,
    description: 'The sequence number of the last event that is not sent again',
  }),
  workspaceId: optional(
    Type.String({
      maxLength: 64,
      description: 'For a listener of an organization: the uid of the workspace whose events are sent again',
    }),
  ),
})

export const listeners = {
  create: post('/listeners', {
    title: 'Create a Listener',
    description:
      'Registers a URL that receives the events of a workspace, or of one object in it, as signed requests. The response contains the secret that signs them. A test notification is sent immediately.',
    needs: caller(),
    scopes: handsOn('admin'),
    takesWorkspaceTokens: true,
    body: ListenerDraft,
    reply: Listener,
    errors: 'A',
    status: 201,
  }),
  createForOrganization: post('/organizations/:organization_id/listeners', {
    title: 'Create a Listener for an Organization',
    description:
      'Registers a URL that receives the events of every workspace of an organization, including workspaces that are created later.',
    needs: organization('manage'),
    scopes: handsOn('admin'),
    body: OrganizationListenerDraft,
    reply: Listener,
    errors: 'A',
    status: 201,
  }),
  get: get('/listeners/:listener_id', {
    title: 'Get a Listener',
    description:
      'Returns one of your listeners with the secret that signs its notifications. Receivers need the secret to verify them.',
    needs: own('listener'),
    reply: OneListener,
    errors: 'A',
  }),
  list: get('/listeners', {
    title: 'List All Listeners',
    description: 'Lists your listeners, optionally filtered by one field, without their secrets.',
    needs: caller(),
    scopes: ['admin'],
    takesWorkspaceTokens: true,
    query: Type.Object({ filter_by: filterBy(listenerFilters) }),
    reply: Listeners,
    errors: 'A',
  }),
  update: put('/listeners/:listener_id', {
    title: 'Update a Listener',
    description: 'Changes the URL, the event types or the status of a listener; ACTIVE resumes a suspended one.',
    needs: own('listener'),
    scopesByField: { url: handsOn('admin'), targetId: handsOn('admin'), eventTypes: handsOn('admin') },
    body: ListenerEdit,
    reply: Listener,
    errors: 'A',
  }),
  delete: remove('/listeners/:listener_id', {
    title: 'Delete a Listener',
    description:
      'Deletes a listener. Events that are not delivered yet are not sent. To pause deliveries, change its status instead.',
    needs: own('listener'),
    reply: Message,
    errors: 'A',
  }),
  listDeliveries: get('/listeners/:listener_id/deliveries', {
    title: 'List Deliveries',
    description:
      'Lists the latest attempts to deliver events to a listener, with request and response. Use it to find out why a receiver gets no events.',
    needs: own('listener'),
    scopes: handsOn('admin'),
    query: DeliveryQuery,
    reply: Deliveries,
    errors: 'A',
  }),
  redeliver: post('/listeners/:listener_id/deliveries/:delivery_id/redeliver', {
    title: 'Redeliver an Event',
    description: 'Sends the event of an earlier delivery again, for example after you fixed the receiver.',
    needs: own('listener'),
    scopes: handsOn('admin'),
    reply: Message,
    errors: 'A',
  }),
  replay: post('/listeners/:listener_id/replay', {
    title: 'Replay Events',
    description: 'Sends all events after a sequence number again, in order, for example after the receiver lost some.',
    needs: own('listener'),
    scopes: handsOn('admin'),
    body: Replay,
    reply: Message,
    errors: 'A',
  }),
  test: post('/listeners/:listener_id/test', {
    title: 'Test a Listener',
    description:
      'Sends a test notification to the URL of a listener. Its type is `TEST_HOOK`. The result is listed with the deliveries.',
    needs: own('listener'),
    reply: Message,
    errors: 'A',
  }),
  rotateSecret: post('/listeners/:listener_id/secret', {
    title: 'Rotate a Secret',
    description:
      'Creates a new signing secret; the previous one stays valid for a limited time, so that receivers can switch.',
    needs: own('listener'),
    reply: ListenerSecret,
    errors: 'A',
  }),
}
