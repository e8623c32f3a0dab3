// Listeners: where the service posts what happens in a workspace.

import { Type } from 'typebox'
import { caller, get, Message, own, post, put, remove } from '../operation.ts'
import { filterBy } from '../paging.ts'
import { Deliveries, Listener, ListenerSecret, Listeners, OneListener } from '../records/index.ts'
import { largestId, oneOf, optional, webAddress } from '../values.ts'

export const listenerFilters = ['workspaceId', 'status', 'targetId', 'url'] as const

const eventTypes = () => Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 })

const ListenerDraft = Type.Object({
  url: webAddress(),
  workspaceId: Type.String({ maxLength: 64 }),
  targetId: optional(Type.String({ maxLength: 64 })),
  eventTypes: eventTypes(),
})

const ListenerEdit = Type.Object({
  url: optional(webAddress()),
  targetId: optional(Type.String({ maxLength: 64 })),
  eventTypes: optional(eventTypes()),
  status: optional(oneOf(['ACTIVE', 'IN_ACTIVE'], 'ACTIVE')),
})

const DeliveryQuery = Type.Object({
  limit: optional(Type.Integer({ minimum: 1, default: 25, description: 'At most 100' })),
  cursor: optional(Type.String({ maxLength: 64, description: 'The next_cursor of the page before' })),
})

const Replay = Type.Object({
  after_seq: Type.Integer({ minimum: 0, maximum: largestId, description: 'The last event that is not sent again' }),
})

// biome-ignore format: a table
export const listeners = {
  create: post('/listeners',                { title: 'Create a Listener',  needs: caller(),        body: ListenerDraft, reply: Listener,    errors: 'A', status: 201 }),
  get:    get('/listeners/:listener_id',    { title: 'Get a Listener',     needs: own('listener'),                      reply: OneListener, errors: 'A' }),
  list:   get('/listeners',                 { title: 'List All Listeners', needs: caller(),        query: Type.Object({ filter_by: filterBy(listenerFilters) }), reply: Listeners, errors: 'A' }),
  update: put('/listeners/:listener_id',    { title: 'Update a Listener',  needs: own('listener'), body: ListenerEdit,  reply: Listener,    errors: 'A' }),
  delete: remove('/listeners/:listener_id', { title: 'Delete a Listener',  needs: own('listener'),                      reply: Message,     errors: 'A' }),
  listDeliveries: get('/listeners/:listener_id/deliveries',                         { title: 'List Deliveries',  needs: own('listener'), query: DeliveryQuery, reply: Deliveries,     errors: 'A' }),
  redeliver:      post('/listeners/:listener_id/deliveries/:delivery_id/redeliver', { title: 'Redeliver',        needs: own('listener'),                       reply: Message,        errors: 'A' }),
  replay:         post('/listeners/:listener_id/replay',                            { title: 'Replay Events',    needs: own('listener'), body: Replay,         reply: Message,        errors: 'A' }),
  test:           post('/listeners/:listener_id/test',                              { title: 'Test a Listener',  needs: own('listener'),                       reply: Message,        errors: 'A' }),
  rotateSecret:   post('/listeners/:listener_id/secret',                            { title: 'Rotate a Secret',  needs: own('listener'),                       reply: ListenerSecret, errors: 'A' }),
}
