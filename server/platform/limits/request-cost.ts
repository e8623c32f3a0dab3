// The cost of a request in the rate limit. An ordinary request costs 1; one that asks for much costs more in
// proportion: by the size of the page it asks for, the bytes and entries it sends, and the length of its reply. Derived
// from the table of operations.

import { maxLimit, type Operation } from '@tessera/contract'
import type { TObject, TSchema } from 'typebox'

/** Pages up to this size are ordinary. */
const ordinaryPage = 100
const itemsPerUnit = 50
const replyLengthPerUnit = 20_000
const bodyBytesPerUnit = 65_536
/** A list that is not limited to the page size of ordinary lists. */
const largestPage = 1_000

const uploadCost = 5
const searchCost = 5
const pastCost = 10

export interface RequestCost {
  /** The cost that is known before the body is read. */
  before(query: Readonly<Record<string, unknown>>): number
  /** The cost that the entries of the body add. */
  ofBody(body: Readonly<Record<string, unknown>>): number
  /** Whether the reply takes so long to build that small requests must be able to overtake it. */
  isLarge(query: Readonly<Record<string, unknown>>): boolean
}

export function costOf({ query: schema, body: bodySchema, upload, cost = 1 }: Operation): RequestCost {
  const lists = listsOf(bodySchema)
  const fields: Record<string, TSchema & { default?: unknown }> = (schema as TObject | undefined)?.properties ?? {}
  const largest = fields.offset ? maxLimit : largestPage
  const given = (query: Readonly<Record<string, unknown>>, name: string) =>
    fields[name] !== undefined && query[name] !== undefined && query[name] !== ''
  const pageSize = (query: Readonly<Record<string, unknown>>) => {
    const asked = given(query, 'limit') ? Number(query.limit) : 0
    return asked > 0 ? Math.min(asked, largest) : 0
  }
  const defaultSize = Number(fields.limit?.default ?? 0)
  return {
    before(query) {
      const size = pageSize(query)
      const past = given(query, 'at') ? pastCost : 0
      const search = given(query, 'query') ? searchCost - 1 : 0
      return (
        cost + (upload ? uploadCost - 1 : 0) + past + search + (size > ordinaryPage ? unitsOf(size, itemsPerUnit) : 0)
      )
    },
    ofBody: body => lists.reduce((most, name) => Math.max(most, costOfEntries(body[name])), 0),
    isLarge: query => given(query, 'at') || (pageSize(query) || defaultSize) > maxLimit,
  }
}

/**
 * Finds the fields of the body that are lists of objects. The points of a stroke are not one: a stroke is a single
 * object.
 */
function listsOf(schema: TSchema | undefined): string[] {
  const fields: Record<string, { type?: string; items?: { type?: string } }> =
    (schema as TObject | undefined)?.properties ?? {}
  return Object.keys(fields).filter(name => fields[name]?.type === 'array' && fields[name]?.items?.type === 'object')
}

/** The cost of a list in a body, or in a message of the live socket. */
export const costOfEntries = (list: unknown): number =>
  Array.isArray(list) && list.length > ordinaryPage ? unitsOf(list.length, itemsPerUnit) : 0

/** The cost of a reply of this length; a request that has cost less so far is charged the difference. */
export const costOfReply = (length: number): number => 1 + unitsOf(length, replyLengthPerUnit)

/** What a body, or a message of the live socket, adds. It is charged before the body is parsed. Files are not counted. */
export const costOfBody = (bytes: number): number => Math.max(0, Math.ceil(bytes / bodyBytesPerUnit) - 1)

const unitsOf = (amount: number, perUnit: number) => Math.floor(amount / perUnit)
