// Describes an object in one line for lists and screen readers: its kind, its text, and its other visible properties.

import type { BoardObject } from '@tessera/client'
import type { ConnectorObject } from '@tessera/drawing'
import { isConnector } from '@tessera/drawing/connector-geometry'
import type { WorkspaceWords } from '../workspace-words.ts'
import { fieldOf, isPinned, plainTextOf } from './abilities.ts'
import { describeFailure } from './describe-failure.ts'

/** `find` gets the objects that a connector leads from and to. */
export function describeObject(
  object: BoardObject,
  commentCount: number,
  words: WorkspaceWords,
  find: (id: string) => BoardObject | undefined = () => undefined,
): string {
  const parts = [
    words.kinds[object.kind],
    isConnector(object) ? describeEnds(object, words, find) : contentOf(object, words),
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

/** As `A → B: label`. */
function describeEnds(
  { from, to, label }: ConnectorObject,
  words: WorkspaceWords,
  find: (id: string) => BoardObject | undefined,
): string {
  const nameOf = (end: ConnectorObject['from']) => {
    const object = 'id' in end ? find(end.id) : undefined
    return object ? plainTextOf(object).slice(0, 60) || words.kinds[object.kind] : words.connecting.freePoint
  }
  const ends = words.connecting.between(nameOf(from), nameOf(to))
  return label === '' ? ends : words.connecting.withLabel(ends, label.replace(/\s+/g, ' ').trim())
}
