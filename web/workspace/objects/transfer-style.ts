// Copying the style of an object to others: the fields that both kinds have and that accept the same value.

import type { BoardObject } from '@tessera/client'
import { storedValue } from './style-controls.ts'
import { accepts, limitsOf, styleFieldsOf } from './style-fields.ts'

/** Fields that say what an object is, not how it looks: pasting a style does not turn a star into a rectangle. */
const keptFields = ['form', 'path']

export const styleOf = (object: BoardObject): Record<string, unknown> =>
  Object.fromEntries(
    styleFieldsOf(object.kind)
      .filter(name => !keptFields.includes(name))
      .map(name => [name, storedValue(object, name)]),
  )

/** The fields of the style that the object can have. */
export function styleFor(object: BoardObject, style: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = styleFieldsOf(object.kind).filter(name => name in style && !keptFields.includes(name))
  return Object.fromEntries(
    names.flatMap(name => {
      const limits = limitsOf(object.kind, name)
      return limits && accepts(limits, style[name]) ? [[name, style[name]]] : []
    }),
  )
}
