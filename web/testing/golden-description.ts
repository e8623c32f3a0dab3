// The OpenAPI spec as the reference reads it, for tests.

import { readFileSync } from 'node:fs'
import { readDescription } from '../docs/reference/description.ts'

export const openApi = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))

export const description = readDescription(openApi)

export const operations = description.nouns.flatMap(noun => noun.operations)

export function operationNamed(id: string) {
  const found = operations.find(operation => operation.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}
