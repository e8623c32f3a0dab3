// Lists: the page that was asked for, its envelope with links, and the filter in `filter_by`.

import { badField, defaultLimit, largestLimit, type Page } from '@tessera/contract'

export interface Slice {
  readonly limit: number
  readonly offset: number
}

export const sliceOf = (query: { limit?: number; offset?: number }): Slice => ({
  limit: Math.min(query.limit ?? defaultLimit, largestLimit),
  // Beyond this, neither a number here nor one of the database is exact; nothing is there either way.
  offset: Math.min(query.offset ?? 0, Number.MAX_SAFE_INTEGER),
})

interface ListQuery {
  query?: string
  order_by?: string
  order_direction?: string
  filter_by?: string
  favorite?: boolean
  visited?: boolean
  limit?: number
  offset?: number
}

/** The envelope of a page: `url` is the path of the request, `size` how many items the page holds. */
export function envelope(url: string, query: ListQuery, { total, size }: { total: number; size: number }): Page {
  const { limit, offset } = sliceOf(query)
  const path = url.split('?', 1)[0] as string
  const link = (to: number) => `${path}?${linkQuery(query, limit, to)}`
  return {
    total,
    limit,
    offset,
    size,
    paging: {
      prev: offset === 0 ? null : link(Math.max(0, offset - limit)),
      self: link(offset),
      next: offset + size < total && size > 0 ? link(offset + limit) : null,
    },
  }
}

// Only what people wrote needs escaping; the rest is words of the contract and numbers.
function linkQuery(asked: ListQuery, limit: number, offset: number): string {
  const { query, filter_by, favorite, visited, order_by = '', order_direction = 'ASC' } = asked
  const fixed = `order_by=${order_by}&order_direction=${order_direction.toUpperCase()}&limit=${limit}&offset=${offset}`
  const asWritten = { query, filter_by, favorite: favorite?.toString(), visited: visited?.toString() }
  const kept = Object.entries(asWritten).filter((one): one is [string, string] => !!one[1])
  return kept.length === 0 ? fixed : `${fixed}&${new URLSearchParams(kept)}`
}

export interface Filter<Field extends string> {
  readonly field: Field
  /** In lower case: filters are exact, but letters may be of any case. */
  readonly value: string
}

/** `field:value`; the value may hold colons. Null where nothing was asked. */
export function readFilter<const Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
): Filter<Field> | null {
  if (text === undefined || text === '') return null
  const colon = text.indexOf(':')
  const field = fields.find(one => one === text.slice(0, colon))
  if (!field) throw badField('filter_by', `must be field:value, where field is one of ${fields.join(', ')}`)
  return { field, value: text.slice(colon + 1).toLowerCase() }
}
