// The bare server's responses: replies that were recorded from Tessera, so that both send the same fields.

import type { Operations, ReplyOf } from '@tessera/contract'
import { connections } from './measure.ts'
import { newWorkspace, type Product } from './product.ts'

export interface Fixtures {
  readonly workspace: ReplyOf<Operations['workspaces']['get']>
  readonly workspaces: ReplyOf<Operations['users']['listWorkspaces']>
  readonly notes: ReplyOf<Operations['notes']['list']>
}

export const pageSize = 25
/** As many as the connections of the load generator, so that no two concurrent requests are equal. */
export const readerCount = connections
const noteCount = 40

/** A token of its own, and the workspace that it reads and lists. */
export interface BoardReader {
  readonly token: string
  readonly board: string
}

/** A product filled with the data that the benchmarks need. */
export interface PreparedProduct extends Product {
  readonly readers: readonly BoardReader[]
}

export async function prepare(product: Product): Promise<PreparedProduct> {
  const readers: BoardReader[] = []
  for (let index = 0; index < readerCount; index++) {
    const board = await newWorkspace(product, `Board ${index}`)
    await product.client.objects.change(board, { changes: Array.from({ length: noteCount }, newNote) })
    const { token } = await product.client.tokens.create({ name: `Reader ${index}` })
    readers.push({ token: token.access_token as string, board })
  }
  return { ...product, readers }
}

const newNote = (_: unknown, index: number) =>
  ({ op: 'create', kind: 'note', data: { text: `Text of note ${index}`, x: index * 10, y: index * 20 } }) as const

export async function recordFixtures({ client, readers }: PreparedProduct): Promise<Fixtures> {
  const { board } = readers[0] as BoardReader
  return {
    workspace: await client.workspaces.get(board),
    workspaces: await client.users.listWorkspaces('me', { limit: pageSize }),
    notes: await client.notes.list(board, { limit: pageSize }),
  }
}
