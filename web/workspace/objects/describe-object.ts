// Describes an object in one line for lists and screen readers: its kind, its text, and its other visible properties.

import type { BoardObject } from '@tessera/client'
import type { WorkspaceWords } from '../workspace-words.ts'
import { fieldOf, isPinned, plainTextOf } from './abilities.ts'
import { describeFailure } from './describe-failure.ts'

export function describeObject(object: BoardObject, commentCount: number, words: WorkspaceWords): string {
  const parts = [
    words.kinds[object.kind],
    contentOf(object, words),
    isPinned(object) ? words.outline.pinned : '',
    describeFailure(object, words) ?? '',
    commentCount > 0 ? words.outline.comments(commentCount) : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** A drawing has no text: it is known by its color. */
function contentOf(object: BoardObject, words: WorkspaceWords): string {
  const color = fieldOf(object, 'penColor')
  if (typeof color === 'string') return words.drawing.color(words.values[color as keyof WorkspaceWords['values']])
  return plainTextOf(object).slice(0, 120) || words.outline.empty
}
