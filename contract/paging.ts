// Lists with pages: their query, and the envelope of the response.

import { type Static, type TSchema, Type } from 'typebox'
import { maxLimit } from './request-limits.ts'
import { oneOf, optional, orNull, text, whole } from './values.ts'

export const defaultLimit = 25

export const Envelope = {
  total: whole('Number of items on all pages'),
  limit: whole('Maximum number of items on a page'),
  offset: whole('Number of items before this page'),
  size: whole('Number of items on this page'),
  paging: Type.Object(
    {
      prev: orNull(text('Path of the previous page; null on the first page')),
      self: text('Path of this page'),
      next: orNull(text('Path of the next page; null on the last page')),
    },
    { named: 'Paging', description: 'Paths of neighboring pages' },
  ),
}

export type Page = Static<ReturnType<typeof Type.Object<typeof Envelope>>>

const limit = () =>
  optional(
    Type.Integer({ minimum: 1, default: defaultLimit, description: `Number of items per page, at most ${maxLimit}` }),
  )
const offset = () => optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of items to skip' }))

/** The query of a list that can be searched and sorted; it is sorted by the first field by default. */
export const listQuery = <const Fields extends readonly [string, ...string[]]>(fields: Fields) =>
  Type.Object({
    query: optional(
      Type.String({
        maxLength: 1_024,
        description: 'Text to search for. It can be part of a word, and case is ignored',
      }),
    ),
    order_by: optional(oneOf(fields, { default: fields[0], description: 'The field to sort by' })),
    order_direction: optional(
      oneOf(['ASC', 'DESC'], { default: 'ASC', anyCase: true, description: 'Ascending or descending' }),
    ),
    limit: limit(),
    offset: offset(),
  })

/** The query of a list with pages only. */
export const PageQuery = Type.Object({ limit: limit(), offset: offset() })

/** `filter_by=field:value`, for the fields of the list. */
export const filterBy = (fields: readonly string[]) =>
  optional(
    Type.String({
      maxLength: 1_024,
      description: `Only items whose field has this value, as field:value. Fields: ${fields.join(', ')}`,
    }),
  )

export const paged = <const Name extends string, S extends TSchema>(name: Name, item: S) =>
  Type.Object({ [name]: Type.Array(item, { description: 'The items of this page' }), ...Envelope } as {
    [K in Name]: ReturnType<typeof Type.Array<S>>
  } & typeof Envelope)
