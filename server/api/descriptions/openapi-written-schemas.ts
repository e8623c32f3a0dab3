// Schemas that the OpenAPI document states more precisely than the server's validation needs: objects and changes by
// kind, results by operation, and the names of events. The server validates them with its own rules, for clear
// messages.

import { eventTypeNames } from '@tessera/contract'
import { changeSchemas } from './openapi-changes.ts'
import { oauthSchemas } from './openapi-oauth-schemas.ts'
import { capitalize } from './openapi-operation-schemas.ts'
import { allKinds, choice, constant, type JsonSchema, object, ref } from './openapi-schema-parts.ts'
import { webhookSchemas } from './openapi-webhooks.ts'

const results: Record<string, JsonSchema> = {
  ChangeResult: {
    description:
      'The result of one change: the object under the name of its kind, or what an entry that deletes, restacks or groups returns',
    anyOf: [
      ...allKinds.map(kind => ref(`${capitalize(kind.name)}Reply`)),
      ...['DeleteResult', 'OrderResult', 'GroupResult', 'UngroupResult'].map(ref),
    ],
  },
  DeleteResult: object('The result of a delete change', {
    id: { type: 'string', description: 'The id of the deleted object' },
    deleted: { type: 'boolean', const: true, description: 'Always true' },
  }),
  OrderResult: object('The result of an order change', {
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of the objects' },
    order: { type: 'array', items: { type: 'string' }, description: 'The new `order` of each object' },
  }),
  GroupResult: object('The result of a group change', {
    group: { type: 'string', description: 'The id of the new group' },
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of its objects' },
  }),
  UngroupResult: object('The result of an ungroup change', {
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of the objects that were in the group' },
  }),
}

const objects: Record<string, JsonSchema> = {
  BoardObject: {
    description: 'An object of any kind. `kind` determines its fields',
    ...choice(
      'kind',
      allKinds.map(kind => [kind.name, `${capitalize(kind.name)}Object`]),
    ),
  },
  ...Object.fromEntries(
    allKinds.map(kind => [
      `${capitalize(kind.name)}Object`,
      {
        description: `${capitalized(kind.singular)} in a list of objects of all kinds`,
        allOf: [ref(capitalize(kind.name)), object('', { kind: constant(kind.name, 'The kind of the object') })],
      },
    ]),
  ),
}

export const writtenSchemas: Readonly<Record<string, object>> = {
  ...oauthSchemas,
  ...webhookSchemas,
  ...changeSchemas,
  ...results,
  ...objects,
  EventType: {
    type: 'string',
    enum: eventTypeNames,
    description:
      'An event, or a group of events: `NOTE_ALL` stands for every event about notes, and `ALL` for all events',
  },
}
