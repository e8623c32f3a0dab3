// A board of many objects with a long log.

import { newWorkspace, type Product } from './product.ts'

const listLength = 1_000

/** Returns the id of a workspace with this many notes. */
export async function newLargeBoard(product: Product, objects: number): Promise<string> {
  const board = await newWorkspace(product, 'Large')
  for (let made = 0; made < objects; made += listLength) {
    const changes = Array.from({ length: listLength }, (_, index) => ({
      op: 'create' as const,
      kind: 'note' as const,
      data: {
        x: ((made + index) % 400) * 600,
        y: Math.floor((made + index) / 400) * 400,
        text: `Note ${made + index}`,
      },
    }))
    await product.client.objects.change(board, { changes })
  }
  return board
}

/** Changes notes until the log has this many events. */
export async function lengthenLog({ client }: Product, board: string, events: number): Promise<void> {
  let { objects, next_cursor, seq } = await client.objects.list(board, { kind: 'note' })
  while (seq < events) {
    const changes = objects.map(({ id }) => ({ op: 'update' as const, id, data: { text: `Text ${seq}` } }))
    await client.objects.change(board, { changes })
    const cursor = next_cursor === null ? {} : { cursor: next_cursor }
    ;({ objects, next_cursor, seq } = await client.objects.list(board, { kind: 'note', ...cursor }))
  }
}
