// The items of a list of changes in the OpenAPI document, by operation and kind.

import { type Kind, maxChanges, stackMoves } from '@tessera/contract'
import { objectId, oneOf } from '@tessera/contract/values'
import { connectorEnds, listedName, listedSchemas } from './openapi-listed-objects.ts'
import { capitalize } from './openapi-operation-schemas.ts'
import { allKinds, choice, constant, type JsonSchema, object, objectName, ref } from './openapi-schema-parts.ts'

/** Objects with a file are uploaded, so they cannot be created in a list of changes. */
const creatable = allKinds.filter(kind => kind.upload === undefined)
const updatable = allKinds.filter(kind => kind.updatable.length > 0)

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
  description: 'The change is applied only if the object has this version',
}

export const changeSchemas: Record<string, JsonSchema> = {
  // There is no discriminator: `create` stands for several schemas, which client generators do not expect.
  Change: {
    description: 'One entry of a list of changes. `op` is the operation',
    oneOf: ['Create', 'Update', 'Delete', 'Restore', 'Order', 'Group', 'Ungroup'].map(op => ref(`${op}Change`)),
  },
  CreateChange: {
    description: 'Creates an object. `kind` determines the fields of `data`',
    ...choice(
      'kind',
      creatable.map(kind => [kind.name, `Create${capitalize(kind.name)}Change`]),
    ),
  },
  ...Object.fromEntries(creatable.map(kind => [`Create${capitalize(kind.name)}Change`, createChange(kind)])),
  UpdateChange: object(
    'Changes fields of an object. Fields that are not sent do not change',
    {
      op: constant('update', 'The operation of this entry'),
      id: objectName('The object to change'),
      data: { ...ref('ObjectUpdate'), description: 'The fields to change, with their new values' },
      version,
    },
    ['version'],
  ),
  ObjectUpdate: {
    description: 'The fields to change. The kind of the object determines which ones exist',
    anyOf: updatable.map(kind => ref(listedName(kind, 'Update'))),
  },
  DeleteChange: object(
    'Deletes an object with everything attached to it',
    { op: constant('delete', 'The operation of this entry'), id: objectName('The object to delete'), version },
    ['version'],
  ),
  RestoreChange: object(
    'Restores a deleted object under its id, with the strokes and comments that were deleted with it',
    {
      op: constant('restore', 'The operation of this entry'),
      id: objectName('The object to restore'),
    },
  ),
  OrderChange: {
    ...object(
      'Moves objects in the stacking order. Their order relative to each other does not change. Send exactly one of `to`, `above` and `below`',
      {
        op: constant('order', 'The operation of this entry'),
        ids: objectNames('The objects to move'),
        to: oneOf(stackMoves, { description: 'To the front or back of all objects, or one step towards it' }),
        above: objectName('The object directly below them afterwards'),
        below: objectName('The object directly above them afterwards'),
      },
      ['to', 'above', 'below'],
    ),
  },
  GroupChange: object('Puts objects into a new group', {
    op: constant('group', 'The operation of this entry'),
    ids: objectNames('The objects of the group', 2),
  }),
  UngroupChange: object('Dissolves a group; its objects stay', {
    op: constant('ungroup', 'The operation of this entry'),
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
  ...Object.fromEntries(allKinds.flatMap(listedSchemas)),
  ...connectorEnds(),
}

function createChange(kind: Kind): JsonSchema {
  return object(
    `Creates ${kind.singular.toLowerCase()}`,
    {
      op: constant('create', 'The operation of this entry'),
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
