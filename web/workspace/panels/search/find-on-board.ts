// Searches objects by their text and their comments. The service searches the text of documents.

import type { BoardObject, Comment } from '@tessera/client'
import { plainTextOf } from '../../objects/abilities.ts'

export interface BoardMatch {
  /** Null for a comment at a point of the board. */
  readonly object: BoardObject | null
  /** The text around the match. */
  readonly excerpt: string
  readonly comment: Comment | null
  /** The query, if it was found on a page of a document. */
  readonly onPage?: string
}

const maxFound = 100

export function findOnBoard(
  query: string,
  objects: Iterable<BoardObject>,
  commentsOn: (id: string | null) => readonly Comment[],
): BoardMatch[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const found: BoardMatch[] = []
  for (const object of objects) {
    const words = plainTextOf(object)
    if (words.toLowerCase().includes(wanted)) found.push({ object, excerpt: excerptOf(words, wanted), comment: null })
    for (const comment of commentsOn(object.id))
      if (comment.text.toLowerCase().includes(wanted))
        found.push({ object, excerpt: excerptOf(comment.text, wanted), comment })
    if (found.length >= maxFound) break
  }
  for (const comment of commentsOn(null))
    if (comment.text.toLowerCase().includes(wanted))
      found.push({ object: null, excerpt: excerptOf(comment.text, wanted), comment })
  return found.slice(0, maxFound)
}

/** Some text before the match, and more after it. */
function excerptOf(text: string, wanted: string): string {
  const words = text.replace(/\s+/g, ' ')
  const at = words.toLowerCase().indexOf(wanted)
  const start = at > 30 ? at - 24 : 0
  const end = Math.max(at + wanted.length + 60, start + 90)
  return `${start > 0 ? '…' : ''}${words.slice(start, end)}${end < words.length ? '…' : ''}`
}
