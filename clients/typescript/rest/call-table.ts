// What a call needs of each operation: plain data, without schemas and descriptions. The web build evaluates this file
// and ships the result, so that the contract's operations are not part of the pages.

import { type NamedOperation, operations, type Repeat, type Upload } from '@tessera/contract'

export interface CallableOperation {
  /** `workspaces.get` */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly input: 'body' | 'query' | null
  readonly repeat: Repeat
  /** The reply is a file of one of these media types. */
  readonly content?: readonly string[]
  readonly upload?: Upload
  readonly paging?: Paging
}

/** How the pages of a list follow each other, and the field of the reply that has the items. */
export interface Paging {
  readonly by: PagingParameter
  readonly items: string
}

const pagingParameters = ['offset', 'cursor', 'after'] as const
export type PagingParameter = (typeof pagingParameters)[number]

/** By noun and verb. */
export const callTable: Readonly<Record<string, Readonly<Record<string, CallableOperation>>>> = Object.fromEntries(
  Object.entries(operations).map(([noun, table]) => [
    noun,
    Object.fromEntries(
      Object.entries<OperationRow>(table).map(([verb, operation]) => [verb, callableOf(`${noun}.${verb}`, operation)]),
    ),
  ]),
)

type OperationRow = Omit<NamedOperation, 'id' | 'noun' | 'verb'>

function callableOf(id: string, operation: OperationRow): CallableOperation {
  const { method, path, body, query, repeat, content, upload } = operation
  const paging = pagingOf(operation)
  return {
    id,
    method,
    path,
    input: body ? 'body' : query ? 'query' : null,
    repeat,
    ...(content ? { content } : {}),
    ...(upload ? { upload } : {}),
    ...(paging ? { paging } : {}),
  }
}

/** Lists without `limit`, such as a published workspace, have pages of a fixed cut and are not iterated. */
function pagingOf({ query, reply }: OperationRow): Paging | null {
  const parameters = Object.keys(propertiesOf(query))
  const by = parameters.find(isPagingParameter)
  const [items] = Object.entries(propertiesOf(reply)).find(([, schema]) => schema.type === 'array') ?? []
  return parameters.includes('limit') && by !== undefined && items !== undefined ? { by, items } : null
}

function isPagingParameter(name: string): name is PagingParameter {
  return pagingParameters.includes(name as PagingParameter)
}

function propertiesOf(schema: unknown): Record<string, { type?: string }> {
  return (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {}
}
