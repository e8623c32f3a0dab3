// Boards for live loads, and the connections to them.

import type { LiveConnection } from './live-messages.ts'
import { newWorkspace, type Product } from './product.ts'

export interface Rooms {
  readonly rooms: number
  readonly perRoom: number
}

const concurrency = 25

/**
 * New workspaces with a note each. Every connection has its own token, so that access checks are not shared, unless
 * `connectionsPerToken` says otherwise.
 */
export function newBoards(product: Product, connectionsPerToken = 1): (rooms: Rooms) => Promise<LiveConnection[]> {
  const tokens: string[] = []
  return async ({ rooms, perRoom }) => {
    while (tokens.length < (rooms * perRoom) / connectionsPerToken)
      tokens.push(
        (await product.client.tokens.create({ name: `receiver ${tokens.length}` })).token.access_token as string,
      )
    const objects = new Map<string, string>()
    for (let made = 0; made < rooms; made += concurrency) {
      const some = Array.from({ length: Math.min(concurrency, rooms - made) }, async (_, index) => {
        const room = await newWorkspace(product, `Live ${made + index}`)
        const { note } = await product.client.notes.create(room, { text: '' })
        objects.set(room, note.id)
      })
      await Promise.all(some)
    }
    let used = 0
    return spread([...objects.keys()], perRoom, room => ({
      room,
      token: tokens[Math.floor(used++ / connectionsPerToken)] as string,
      object: objects.get(room) as string,
    }))
  }
}

export const spread = (rooms: readonly string[], perRoom: number, one: (room: string) => LiveConnection) =>
  rooms.flatMap(room => Array.from({ length: perRoom }, () => one(room)))
