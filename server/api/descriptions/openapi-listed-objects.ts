// The fields of objects in a list of changes: other objects can be named by their `ref`.

import type { Kind, Reference } from '@tessera/contract'
import { anchorSides } from '@tessera/contract/kinds/connector'
import { integer, objectId, oneOf } from '@tessera/contract/values'
import { capitalize } from './openapi-operation-schemas.ts'
import { type JsonSchema, object, objectName, ref } from './openapi-schema-parts.ts'

/** In a list, a field that refers to another object also takes the name of an object that is created in the same list. */
export function listedName(kind: Kind, form: 'Create' | 'Update'): string {
  const name = `${capitalize(kind.name)}${form}`
  return referencesIn(kind, form).length > 0 ? `${name}InList` : name
}

export function listedSchemas(kind: Kind): [string, JsonSchema][] {
  return (['Create', 'Update'] as const).flatMap((form): [string, JsonSchema][] => {
    const references = referencesIn(kind, form)
    if (references.length === 0) return []
    const schema = kind[form] as unknown as { properties: Record<string, object> }
    const listed = references.map(([field, { holds }]) => [
      field,
      listedField(schema.properties[field] as JsonSchema, holds),
    ])
    const properties = { ...schema.properties, ...Object.fromEntries(listed) }
    const description = `Like ${capitalize(kind.name)}${form}, but other objects can be referenced by their \`ref\` in the list`
    return [[listedName(kind, form), { ...schema, named: undefined, properties, description }]]
  })
}

function referencesIn(kind: Kind, form: 'Create' | 'Update'): [string, Reference][] {
  return Object.entries(kind.references ?? {}).filter(([field]) => field in kind[form].properties)
}

function listedField({ description }: JsonSchema, holds: Reference['holds']): JsonSchema {
  const about = description === undefined ? {} : { description }
  if (holds === 'id') return { anyOf: [ref('ObjectName'), { type: 'null' }], ...about }
  return { ...ref('ConnectorEndInList'), ...about }
}

/** The ends of a connector are attached to an object, or free. */
export function connectorEnds(): Record<string, JsonSchema> {
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
