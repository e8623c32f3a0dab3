// Lists: the requested page, its envelope with links, and the `filter_by` parameter.

import { badField, defaultLimit, maxLimit, type Page } from '@tessera/contract'

export interface Slice {
  readonly limit: number
  readonly offset: number
}

export const sliceOf = (query: { limit?: number; offset?: number }): Slice => ({
  limit: Math.min(query.limit ?? defaultLimit, maxLimit),
  // Larger numbers are not exact, and no list is that long.
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

/** `url` is the path of the request, `size` the number of items on the page. */
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

// Only free text needs escaping; the rest are numbers and enumerations.
function linkQuery(given: ListQuery, limit: number, offset: number): string {
  const { query, filter_by, favorite, visited, order_by = '', order_direction = 'ASC' } = given
  const fixed = `order_by=${order_by}&order_direction=${order_direction.toUpperCase()}&limit=${limit}&offset=${offset}`
  const asWritten = { query, filter_by, favorite: favorite?.toString(), visited: visited?.toString() }
  const filters = Object.entries(asWritten).filter((one): one is [string, string] => !!one[1])
  return filters.length === 0 ? fixed : `${fixed}&${new URLSearchParams(filters)}`
}

export interface Filter<Field extends string> {
  readonly field: Field
  /** In lower case: filters ignore case. */
  readonly value: string
}

/** Parses `field:value`; the value may contain colons. Returns null if there is no filter. */
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
