// Schemas that the OpenAPI document states more exactly than the server's validation needs to: objects and changes by kind,
// results by operation, and the names of events. The server checks them with rules of its own, for clear messages.

import { eventTypeNames, type Kind, kinds, maxChanges, type Reference, stackMoves } from '@tessera/contract'
import { anchorSides } from '@tessera/contract/kinds/connector'
import { integer, objectId, oneOf } from '@tessera/contract/values'
import { oauthSchemas } from './openapi-oauth-schemas.ts'
import { capitalized } from './openapi-operation-schemas.ts'
import { webhookSchemas } from './openapi-webhooks.ts'

type Written = Record<string, unknown>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const all = Object.values<Kind>(kinds)
/** Objects with a file are uploaded, so they cannot be created in a list of changes. */
const creatable = all.filter(kind => kind.upload === undefined)
const updatable = all.filter(kind => kind.updatable.length > 0)

const constant = (value: string, description: string) => ({ type: 'string', const: value, description })

const choice = (property: string, names: readonly [value: string, name: string][]) => ({
  oneOf: names.map(([, name]) => ref(name)),
  discriminator: {
    propertyName: property,
    mapping: Object.fromEntries(names.map(([value, name]) => [value, ref(name).$ref])),
  },
})

const object = (
  description: string,
  properties: Record<string, object>,
  optional: readonly string[] = [],
): Written => ({
  type: 'object',
  ...(description === '' ? {} : { description }),
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
})

const objectName = (description: string) => ({ ...ref('ObjectName'), description })
const objectNames = (description: string, minItems = 1) => ({
  type: 'array',
  items: ref('ObjectName'),
  minItems,
  maxItems: maxChanges,
  description,
})
const version = {
  type: 'integer',
  minimum: 1,
  description: 'The change is only made if the object has this version',
}

const changes: Record<string, Written> = {
  // Without a discriminator: `create` stands for several schemas, which generators of clients do not expect.
  Change: {
    description: 'One entry of a list of changes. `op` says what it does',
    oneOf: ['Create', 'Update', 'Delete', 'Restore', 'Order', 'Group', 'Ungroup'].map(op => ref(`${op}Change`)),
  },
  CreateChange: {
    description: 'Creates an object. `kind` says which fields `data` takes',
    ...choice(
      'kind',
      creatable.map(kind => [kind.name, `Create${capitalized(kind.name)}Change`]),
    ),
  },
  ...Object.fromEntries(creatable.map(kind => [`Create${capitalized(kind.name)}Change`, createChange(kind)])),
  UpdateChange: object(
    'Changes fields of an object. The others stay as they are',
    {
      op: constant('update', 'What the entry does'),
      id: objectName('The object to change'),
      data: { ...ref('ObjectUpdate'), description: 'The fields to change, with their new values' },
      version,
    },
    ['version'],
  ),
  ObjectUpdate: {
    description: 'The fields that the kind of the object lets you change',
    anyOf: updatable.map(kind => ref(listedName(kind, 'Update'))),
  },
  DeleteChange: object(
    'Deletes an object with everything attached to it',
    { op: constant('delete', 'What the entry does'), id: objectName('The object to delete'), version },
    ['version'],
  ),
  RestoreChange: object(
    'Restores a deleted object under its id, with the strokes and comments that were deleted with it',
    {
      op: constant('restore', 'What the entry does'),
      id: objectName('The object to restore'),
    },
  ),
  OrderChange: {
    ...object(
      'Restacks objects; their order among themselves stays. Give exactly one of `to`, `above` and `below`',
      {
        op: constant('order', 'What the entry does'),
        ids: objectNames('The objects to restack'),
        to: oneOf(stackMoves, { description: 'To the front or back of all objects, or one step towards it' }),
        above: objectName('The object that they are put right above'),
        below: objectName('The object that they are put right below'),
      },
      ['to', 'above', 'below'],
    ),
  },
  GroupChange: object('Puts objects into a new group', {
    op: constant('group', 'What the entry does'),
    ids: objectNames('The objects of the group', 2),
  }),
  UngroupChange: object('Dissolves a group; its objects stay', {
    op: constant('ungroup', 'What the entry does'),
    group: { ...objectId(), description: 'The id of the group' },
  }),
  ObjectName: {
    description:
      'The id of an object, or the name that an earlier entry of the same list gave to the object it creates',
    anyOf: [{ ...objectId(), description: 'The id of an object' }, ref('ObjectRef')],
  },
  ObjectRef: object('An object that an earlier entry of the same list creates', {
    ref: refName('The `ref` of that entry'),
  }),
  ...Object.fromEntries(all.flatMap(listedSchemas)),
  ...connectorEnds(),
}

/** Attached to an object, or free. */
function connectorEnds(): Record<string, Written> {
  const anchor = {
    description:
      'Where on the object: a side, `auto` for the nearest one, or a point as fractions of its width and height from the top-left corner',
    anyOf: [
      oneOf(anchorSides),
      { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 }, minItems: 2, maxItems: 2 },
    ],
    default: 'auto',
  }
  const attached = (id: object) =>
    object('The end of a connector that is attached to an object', { id, anchor }, ['anchor'])
  const ends = (name: string) => ({
    description: 'The end of a connector: attached to an object, or a point of the board',
    anyOf: [ref(name), ref('FreeEnd')],
  })
  return {
    ConnectorEnd: ends('AttachedEnd'),
    ConnectorEndInList: ends('AttachedEndInList'),
    AttachedEnd: attached({ ...objectId(), description: 'The id of the object' }),
    AttachedEndInList: attached(objectName('The object')),
    FreeEnd: object('The end of a connector at a point of the board', {
      x: { ...integer(), description: 'The distance to the right of the origin of the board' },
      y: { ...integer(), description: 'The distance down from the origin of the board' },
    }),
  }
}

function createChange(kind: Kind): Written {
  return object(
    `Creates ${kind.singular.toLowerCase()}`,
    {
      op: constant('create', 'What the entry does'),
      kind: constant(kind.name, 'The kind of the new object'),
      data: { ...ref(listedName(kind, 'Create')), description: 'The fields of the new object' },
      ref: refName('A name for the new object, by which later entries of the list can refer to it'),
    },
    ['ref'],
  )
}

function refName(description: string) {
  return { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', description }
}

/** In a list, a field that refers to another object also takes the name of an object that is created in the same list. */
function listedName(kind: Kind, form: 'Create' | 'Update'): string {
  const name = `${capitalized(kind.name)}${form}`
  return referencesIn(kind, form).length > 0 ? `${name}InList` : name
}

function listedSchemas(kind: Kind): [string, Written][] {
  return (['Create', 'Update'] as const).flatMap((form): [string, Written][] => {
    const references = referencesIn(kind, form)
    if (references.length === 0) return []
    const schema = kind[form] as unknown as { properties: Record<string, object> }
    const listed = references.map(([field, { holds }]) => [
      field,
      listedField(schema.properties[field] as Written, holds),
    ])
    const properties = { ...schema.properties, ...Object.fromEntries(listed) }
    const description = `As ${capitalized(kind.name)}${form}; other objects can be named by their \`ref\` in the list`
    return [[listedName(kind, form), { ...schema, named: undefined, properties, description }]]
  })
}

function referencesIn(kind: Kind, form: 'Create' | 'Update'): [string, Reference][] {
  return Object.entries(kind.references ?? {}).filter(([field]) => field in kind[form].properties)
}

function listedField({ description }: Written, holds: Reference['holds']): Written {
  const about = description === undefined ? {} : { description }
  if (holds === 'id') return { anyOf: [ref('ObjectName'), { type: 'null' }], ...about }
  return { ...ref('ConnectorEndInList'), ...about }
}

const results: Record<string, Written> = {
  ChangeResult: {
    description:
      'The result of one change: the object under the name of its kind, or what an entry that deletes, restacks or groups returns',
    anyOf: [
      ...all.map(kind => ref(`${capitalized(kind.name)}Reply`)),
      ...['DeleteResult', 'OrderResult', 'GroupResult', 'UngroupResult'].map(ref),
    ],
  },
  DeleteResult: object('The result of a delete', {
    id: { type: 'string', description: 'The id of the deleted object' },
    deleted: { type: 'boolean', const: true, description: 'Always true' },
  }),
  OrderResult: object('The result of an order', {
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of the objects' },
    order: { type: 'array', items: { type: 'string' }, description: 'The new `order` of each object' },
  }),
  GroupResult: object('The result of a group', {
    group: { type: 'string', description: 'The id of the new group' },
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of its objects' },
  }),
  UngroupResult: object('The result of an ungroup', {
    ids: { type: 'array', items: { type: 'string' }, description: 'The ids of the objects that were in the group' },
  }),
}

const objects: Record<string, Written> = {
  BoardObject: {
    description: 'An object of any kind. `kind` says which one, and so which fields it has',
    ...choice(
      'kind',
      all.map(kind => [kind.name, `${capitalized(kind.name)}Object`]),
    ),
  },
  ...Object.fromEntries(
    all.map(kind => [
      `${capitalized(kind.name)}Object`,
      {
        description: `${kind.singular} in a list of objects of all kinds`,
        allOf: [ref(capitalized(kind.name)), object('', { kind: constant(kind.name, 'The kind of the object') })],
      },
    ]),
  ),
}

export const writtenSchemas: Readonly<Record<string, object>> = {
  ...oauthSchemas,
  ...webhookSchemas,
  ...changes,
  ...results,
  ...objects,
  EventType: {
    type: 'string',
    enum: eventTypeNames,
    description:
      'An event, or a group of events: `NOTE_ALL` stands for every event about notes, and `ALL` for all events',
  },
}
