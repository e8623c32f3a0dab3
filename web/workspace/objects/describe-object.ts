// Describes an object in one line for lists and screen readers: its kind, its text, and its other visible properties.

import type { BoardObject } from '@tessera/client'
import type { ConnectorObject } from '@tessera/drawing'
import { isConnector } from '@tessera/drawing/connector-geometry'
import type { WorkspaceMessages } from '../workspace-messages.ts'
import { fieldOf, isPinned, plainTextOf } from './abilities.ts'
import { describeFailure } from './describe-failure.ts'

/** `find` gets the objects that a connector leads from and to. */
export function describeObject(
  object: BoardObject,
  commentCount: number,
  messages: WorkspaceMessages,
  find: (id: string) => BoardObject | undefined = () => undefined,
): string {
  const parts = [
    messages.kinds[object.kind],
    isConnector(object) ? describeEnds(object, messages, find) : contentOf(object, messages),
    isPinned(object) ? messages.outline.pinned : '',
    describeFailure(object, messages) ?? '',
    commentCount > 0 ? messages.outline.comments(commentCount) : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** A drawing has no text: it is known by its color. */
function contentOf(object: BoardObject, messages: WorkspaceMessages): string {
  const color = fieldOf(object, 'penColor')
  if (typeof color === 'string')
    return messages.drawing.color(messages.values[color as keyof WorkspaceMessages['values']])
  return plainTextOf(object).slice(0, 120) || messages.outline.empty
}

/** Formats it as `A → B: label`. */
function describeEnds(
  { from, to, label }: ConnectorObject,
  messages: WorkspaceMessages,
  find: (id: string) => BoardObject | undefined,
): string {
  const nameOf = (end: ConnectorObject['from']) => {
    const object = 'id' in end ? find(end.id) : undefined
    return object ? plainTextOf(object).slice(0, 60) || messages.kinds[object.kind] : messages.connecting.freePoint
  }
  const ends = messages.connecting.between(nameOf(from), nameOf(to))
  return label === '' ? ends : messages.connecting.withLabel(ends, label.replace(/\s+/g, ' ').trim())
}
