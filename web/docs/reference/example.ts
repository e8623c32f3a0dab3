// An example body for an operation whose description has none.

import { exampleOf } from '@tessera/contract/example-value'
import { isFile, type Schema } from './schema.ts'

/** An example body: the required fields and the most useful optional ones. */
export function exampleBody(schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties).filter(name => !isFile(properties[name] as Schema))
  const sent = names.filter(name => required.includes(name) || shownThoughOptional.has(name))
  const chosen = sent.length > 0 ? sent : names.slice(0, 1)
  return Object.fromEntries(chosen.map(name => [name, exampleOf(properties[name] as Schema, name)]))
}

/** Optional fields that are harmless in a first request: no owners, passwords or roles. */
const shownThoughOptional = new Set(['x', 'y', 'text', 'name', 'backgroundColor', 'penColor', 'favorite', 'first_name'])
