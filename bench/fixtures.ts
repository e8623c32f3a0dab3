// The bare server's responses: replies that were recorded from Tessera, so that both send the same fields.

import type { Operations, ReplyOf } from '@tessera/contract'
import { newWorkspace, type Product } from './product.ts'

export interface Fixtures {
  readonly workspace: ReplyOf<Operations['workspaces']['get']>
  readonly workspaces: ReplyOf<Operations['users']['listWorkspaces']>
  readonly notes: ReplyOf<Operations['notes']['list']>
}

export const pageSize = 25
const workspaceCount = 40
const noteCount = 40

/** A product filled with the data that the benchmarks need. */
export interface Prepared extends Product {
  /** The workspace that is read and listed. */
  readonly board: string
}

export async function prepare(product: Product): Promise<Prepared> {
  const boards: string[] = []
  for (let index = 0; index < workspaceCount; index++) boards.push(await newWorkspace(product, `Board ${index}`))
  const board = boards[0] as string
  await product.client.objects.change(board, { changes: Array.from({ length: noteCount }, newNote) })
  return { ...product, board }
}

const newNote = (_: unknown, index: number) =>
  ({ op: 'create', kind: 'note', data: { text: `Text of note ${index}`, x: index * 10, y: index * 20 } }) as const

export async function recordFixtures({ client, board }: Prepared): Promise<Fixtures> {
  return {
    workspace: await client.workspaces.get(board),
    workspaces: await client.users.listWorkspaces('me', { limit: pageSize }),
    notes: await client.notes.list(board, { limit: pageSize }),
  }
}
