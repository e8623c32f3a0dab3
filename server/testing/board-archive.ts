// A workspace as a Tessera archive in tests, made from what its owner reads through the API.

import type { BoardContent, ContentComment, ContentObject } from '@tessera/formats/board-content'
import { writeTessera } from '@tessera/formats/tessera/write-tessera'
import { bytesAt } from './processed.ts'
import type { Person, World } from './world.ts'

export async function boardContent(there: World, person: Person, board: string): Promise<BoardContent> {
  const objects = ((await person.objects.list(board)).objects as unknown as ContentObject[]).sort((a, b) =>
    String(a.order) < String(b.order) ? -1 : 1,
  )
  const comments: ContentComment[] = []
  for await (const { author, ...comment } of person.comments.listInWorkspace.all(board))
    comments.push({ ...comment, author: { name: `${author.first_name} ${author.last_name}`, email: author.email } })
  const file = async (id: string) => {
    const url = objects.find(object => object.id === id)?.url
    if (typeof url !== 'string' || !url.includes('/files/')) return null
    return { mime: 'application/octet-stream', bytes: await bytesAt(there, url) }
  }
  return { name: 'Board', description: '', hasOriginals: true, objects, comments, file }
}

export async function archiveOf(content: BoardContent): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTessera(content)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
