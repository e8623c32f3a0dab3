// Parts of the schemas that are written by hand for the OpenAPI document.

import { type Kind, kinds } from '@tessera/contract'

export const allKinds = Object.values<Kind>(kinds)

export type JsonSchema = Record<string, unknown>

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const constant = (value: string, description: string) => ({ type: 'string', const: value, description })

export const choice = (property: string, names: readonly [value: string, name: string][]) => ({
  oneOf: names.map(([, name]) => ref(name)),
  discriminator: {
    propertyName: property,
    mapping: Object.fromEntries(names.map(([value, name]) => [value, ref(name).$ref])),
  },
})

export const object = (
  description: string,
  properties: Record<string, object>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  ...(description === '' ? {} : { description }),
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
})

export const objectName = (description: string) => ({ ...ref('ObjectName'), description })
