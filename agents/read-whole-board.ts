// All objects of a board.

import type { Client } from '@tessera/client'
import type { BoardObject } from './board-object.ts'
import { ToolProblem } from './tool.ts'

export interface WholeBoard {
  readonly seq: number
  readonly objects: readonly BoardObject[]
}

const pageSize = 1_000
const maxPages = 20

/** All objects, as of `at` if it is set, otherwise as of now. */
export async function readWholeBoard(client: Client, workspace_id: string, at?: number): Promise<WholeBoard> {
  const objects: BoardObject[] = []
  let [seq, cursor] = [0, undefined as string | undefined]
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: pageSize, ...(at === undefined ? {} : { at }), ...(cursor === undefined ? {} : { cursor }) }
    const list = await client.objects.list(workspace_id, query)
    if (page === 0) seq = list.seq
    objects.push(...list.objects)
    if (list.next_cursor === null) return { seq, objects }
    cursor = list.next_cursor
  }
  throw new ToolProblem(`The board has more than ${pageSize * maxPages} objects: this tool works on smaller boards.`)
}
