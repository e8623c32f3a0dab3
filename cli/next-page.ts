// The items of one page of a list of the API, and the path of the next page.

export interface ListPage {
  /** The field that holds the items. */
  readonly name: string
  readonly items: readonly unknown[]
  /** Null after the last page. */
  readonly next: string | null
}

/** Null if it is not a list. Lists page by `paging.next`, by `next_cursor`, or (events) by the last `seq`. */
export function nextPageOf(path: string, page: unknown): ListPage | null {
  if (typeof page !== 'object' || page === null) return null
  const fields = page as Readonly<Record<string, unknown>>
  const [name, items] = Object.entries(fields).find(([, value]) => Array.isArray(value)) ?? []
  if (name === undefined || !Array.isArray(items)) return null
  return { name, items, next: items.length === 0 ? null : nextPath(path, fields, items) }
}

function nextPath(path: string, fields: Readonly<Record<string, unknown>>, items: readonly unknown[]): string | null {
  const { paging, next_cursor } = fields as { paging?: { next?: string | null }; next_cursor?: string | null }
  // Only the path: the server may know itself by another origin, and the token must not be sent to another one.
  if (paging) return paging.next ? pathOf(paging.next) : null
  if (typeof next_cursor === 'string') return withParameter(path, 'cursor', next_cursor)
  const { seq } = (items.at(-1) ?? {}) as { seq?: unknown }
  return /\/events(\?|$)/.test(path) && typeof seq === 'number' ? withParameter(path, 'after', String(seq)) : null
}

const base = 'http://localhost'

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, base)
  return pathname + search
}

function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, base)
  url.searchParams.set(name, value)
  return url.pathname + url.search
}
