// Compiles the serializer of a reply. fast-json-stringify would choose between the alternatives of a field (`anyOf`) by
// a validator, which it compiles from the whole reply at the first value: that blocks the event loop for 100 ms for
// events. The alternatives of the contract need no validator.

import fastJson from 'fast-json-stringify'

type Schema = Readonly<Record<string, unknown>>

export function compileSerializer(reply: unknown): (value: unknown) => string {
  return fastJson(withoutAlternatives(reply) as never) as (value: unknown) => string
}

/** The same schema with alternatives as fast-json-stringify writes them directly. */
export function withoutAlternatives(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAlternatives)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, withoutAlternatives(value)])
  const { anyOf, ...rest } = Object.fromEntries(entries)
  if (!anyOf) return rest
  const others = (anyOf as Schema[]).filter(({ type }) => type !== 'null')
  const [only] = others
  if (only && others.length === 1) return { ...rest, ...only, nullable: true }
  // Writes the value as it is: only safe without objects, whose undeclared fields must be left out.
  if (others.every(({ type }) => type !== 'object')) return {}
  throw new Error(`a reply has alternatives that need a validator: ${JSON.stringify(anyOf)}`)
}
