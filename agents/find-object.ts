// Finds an object by its id alone, whatever its kind.

import type { Client } from '@tessera/client'
import type { BoardObject } from './board-object.ts'
import { ToolProblem } from './tool.ts'

export async function findObject(client: Client, workspaceId: string, id: string): Promise<BoardObject> {
  // Objects are listed by id, so the first one after the id before it is the object, if it exists.
  const cursor = idBefore(id)
  const { objects } = await client.objects.list(workspaceId, { limit: 1, ...(cursor === null ? {} : { cursor }) })
  const found = objects.find(object => object.id === id)
  if (found) return found
  throw new ToolProblem(
    `There is no object ${id} on this board. It may be deleted. read_board shows the existing objects.`,
  )
}

/** Null if there is no smaller id. */
function idBefore(id: string): string | null {
  const number = BigInt(`0x${id}`)
  return number === 0n ? null : (number - 1n).toString(16).padStart(id.length, '0')
}
