// Finds an object by its id alone. The API names an object by kind and id, so each kind is asked.

import { type Client, TesseraError } from '@tessera/client'
import { type KindName, kindNames, kinds } from '@tessera/contract'
import type { BoardObject } from './board-object.ts'
import { ToolProblem } from './tool.ts'

type Get = (workspaceId: string, id: string) => Promise<Record<string, object>>

export async function findObject(client: Client, workspaceId: string, id: string): Promise<BoardObject> {
  // The most frequent kinds come first in the table.
  for (const kind of kindNames) {
    const record = await getOf(client, kind)(workspaceId, id).catch(refuseUnlessMissing)
    if (record) return { kind, ...record[kind] } as unknown as BoardObject
  }
  // Distinguishes a missing object from a missing workspace.
  await client.workspaces.get(workspaceId)
  throw new ToolProblem(`There is no object ${id} on this board. It may be deleted: read_board shows what there is.`)
}

const getOf = (client: Client, kind: KindName): Get => (client[kinds[kind].noun] as unknown as { get: Get }).get

function refuseUnlessMissing(error: unknown): null {
  if (error instanceof TesseraError && error.status === 404) return null
  throw error
}
