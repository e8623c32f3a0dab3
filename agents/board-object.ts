// An object of a board as one line for a model: kind, id, position, size, the main fields of its kind, and its text.

import type { Client } from '@tessera/client'
import { type Kind, kinds, ownerIdOf } from '@tessera/contract'
import { type Box, bounds, type Drawable, frameOf } from '@tessera/drawing'
import { shorten } from './answer-size.ts'
import { quote } from './board-data.ts'

export type BoardObject = Awaited<ReturnType<Client['objects']['list']>>['objects'][number]

const maxTextLength = 400

export function objectLine(object: BoardObject): string {
  const text = textOf(object)
  const parts = [object.kind, object.id, place(object), details(object), conditions(object)]
  if (text !== '') parts.push(quote(shorten(text, maxTextLength)))
  return parts.filter(part => part !== '').join(' ')
}

/** What is written in it: the field that is searched. */
export function textOf(object: BoardObject): string {
  const { searched } = kinds[object.kind] as Kind
  return searched === null ? '' : String((object as unknown as Record<string, unknown>)[searched] ?? '')
}

export const isGround = ({ kind }: Pick<BoardObject, 'kind'>): boolean => (kinds[kind] as Kind).isGround === true

/** True for strokes: one drawing can be hundreds of them, and none says anything to a reader. */
export const isTextless = ({ kind }: Pick<BoardObject, 'kind'>): boolean => (kinds[kind] as Kind).searched === null

/** The upright box around it. */
export const boxOf = (object: BoardObject): Box => bounds(object as unknown as Drawable)

/** The object that it is drawn on, which moves it. */
export const ownerOf = (object: BoardObject): string | null => ownerIdOf(kinds[object.kind] as Kind, object as never)

export const describeBox = ({ x, y, width, height }: Box): string =>
  `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`

/** The corner and size that the agent sets, before rotation. */
function place(object: BoardObject): string {
  const { x, y, width, height, scale } = frameOf(object as unknown as Drawable)
  return describeBox({ x, y, width: width * scale, height: height * scale })
}

/** The fields that every kind may have. */
function conditions(object: BoardObject): string {
  const { rotation, scale, pin, group } = object as { rotation?: number; scale?: number; pin?: boolean; group?: string }
  return [
    rotation ? `rotation=${rotation}` : '',
    scale !== undefined && scale !== 1 ? `scale=${scale}` : '',
    pin ? 'pinned' : '',
    group ? `group=${group}` : '',
  ]
    .filter(part => part !== '')
    .join(' ')
}

const details = (object: BoardObject): string => (kinds[object.kind] as Kind).agents.details?.(object as never) ?? ''
