// Iterates over lists item by item, whether they page by offset, by cursor, or by the last item.

import { maxLimit } from '@tessera/contract/request-limits'
import type { Paging, PagingParameter } from './call-table.ts'

type Fields = Readonly<Record<string, unknown>>
/** The query of the next page; null after the last one. */
type Step = (query: Fields, reply: Fields, items: readonly unknown[]) => Fields | null

const steps: Readonly<Record<PagingParameter, Step>> = {
  offset: (query, reply, items) => {
    const { offset, paging } = reply as { offset: number; paging: { next: string | null } }
    return paging.next === null || items.length === 0 ? null : { ...query, offset: offset + items.length }
  },
  cursor: (query, reply) => (reply.next_cursor === null ? null : { ...query, cursor: reply.next_cursor }),
  after: (query, _reply, items) =>
    items.length === 0 ? null : { ...query, after: (items.at(-1) as { seq: number }).seq },
}

export async function* walk(
  { by, items: name }: Paging,
  query: Fields | undefined,
  getPage: (query: Fields) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const step = steps[by]
  let next: Fields | null = { ...(by === 'offset' ? { limit: maxLimit } : {}), ...query }
  while (next) {
    const reply = (await getPage(next)) as Fields
    const items = reply[name] as readonly unknown[]
    yield* items
    next = step(next, reply, items)
  }
}
