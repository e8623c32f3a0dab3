// Reads the whole log of a board and its objects through the API, once nothing changes any more.

import type { AnyObject, Client, Event } from '@tessera/client'

export interface BoardLog {
  readonly board: string
  readonly events: readonly Event[]
  readonly objects: readonly AnyObject[]
}

export async function readBoardLog(client: Client, board: string): Promise<BoardLog> {
  for (;;) {
    const events = await Array.fromAsync(client.events.list.all(board, { limit: 1_000 }))
    const objects = await Array.fromAsync(client.objects.list.all(board))
    const since = await client.events.list(board, { after: events.at(-1)?.seq ?? 0, limit: 1 })
    if (since.events.length === 0) return { board, events, objects }
  }
}
