// Random requests about comments, for the live fuzz test: on an object and at a point, replies, edits, resolutions and
// deletions. What was picked may be gone by the time of the request, so some are refused.

import type { BoardObject } from '@tessera/client'
import { type Kind, kinds } from '@tessera/contract'
import type { Random } from './seeded-random.ts'
import type { Person } from './world.ts'

export async function changeComments(person: Person, board: string, random: Random, object: BoardObject) {
  const { comments } = await person.comments.listInWorkspace(board)
  const comment = comments[random.below(comments.length)]
  const text = `comment ${random.below(100)}`
  const dice = random.below(6)
  if (!comment || dice < 2) return await addComment(person, board, object, text, random)
  switch (dice) {
    case 2:
      return await reply(person, board, comment, text)
    case 3:
      return await person.comments.update(board, comment.id, { text })
    case 4:
      return await person.comments.resolve(board, comment.id, { resolved: random.below(2) === 0 })
    default:
      return await person.comments.delete(board, comment.id)
  }
}

async function addComment(person: Person, board: string, { kind, id }: BoardObject, text: string, random: Random) {
  const { path, takes }: Kind = kinds[kind]
  if (takes.includes('comments') && random.below(2) === 0)
    return await person.comments.create(board, path, id, { text })
  return await person.comments.createInWorkspace(board, { text, x: random.below(9), y: random.below(9) })
}

type CommentRecord = { readonly id: string; readonly targetId: string | null; readonly targetType: string }

async function reply(person: Person, board: string, { id: parent, targetId, targetType }: CommentRecord, text: string) {
  const kind = Object.values<Kind>(kinds).find(one => one.name === targetType)
  if (targetId === null || !kind) return await person.comments.createInWorkspace(board, { text, parent })
  return await person.comments.create(board, kind.path as 'notes', targetId, { text, parent })
}
