// Iterates over lists item by item, whether they page by offset, by cursor, or by the last item.

import { maxLimit, type NamedOperation } from '@tessera/contract'

type Fields = Readonly<Record<string, unknown>>
/** The query of the next page; null after the last one. */
type Step = (query: Fields, reply: Fields, items: readonly unknown[]) => Fields | null

const steps: Readonly<Record<string, Step>> = {
  offset: (query, reply, items) => {
    const { offset, paging } = reply as { offset: number; paging: { next: string | null } }
    return paging.next === null || items.length === 0 ? null : { ...query, offset: offset + items.length }
  },
  cursor: (query, reply) => (reply.next_cursor === null ? null : { ...query, cursor: reply.next_cursor }),
  after: (query, _reply, items) =>
    items.length === 0 ? null : { ...query, after: (items.at(-1) as { seq: number }).seq },
}

/** Lists without `limit`, such as a published workspace, have pages of a fixed cut and are not iterated. */
export const isPaged = (operation: NamedOperation) =>
  'limit' in propertiesOf(operation.query) && stepOf(operation) !== undefined

export async function* walk(
  operation: NamedOperation,
  query: Fields | undefined,
  getPage: (query: Fields) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const step = stepOf(operation) as Step
  const name = itemsName(operation)
  let next: Fields | null = { ...firstQuery(operation), ...query }
  while (next) {
    const reply = (await getPage(next)) as Fields
    const items = reply[name] as readonly unknown[]
    yield* items
    next = step(next, reply, items)
  }
}

const propertiesOf = (schema: unknown) =>
  (schema as { properties?: Record<string, { type?: string }> })?.properties ?? {}

function stepOf({ query }: NamedOperation): Step | undefined {
  const name = Object.keys(propertiesOf(query)).find(parameter => Object.hasOwn(steps, parameter))
  return name === undefined ? undefined : steps[name]
}

function itemsName({ reply }: NamedOperation): string {
  const [found] = Object.entries(propertiesOf(reply)).find(([, schema]) => schema.type === 'array') ?? []
  return found as string
}

const firstQuery = ({ query }: NamedOperation): Fields => ('offset' in propertiesOf(query) ? { limit: maxLimit } : {})
