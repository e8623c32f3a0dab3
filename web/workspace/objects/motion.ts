// What other users see of a gesture: a moving object, a stroke or connector in progress, strokes that are being erased.

import type { BoardObject, Motion } from '@tessera/client'
import { kinds } from '@tessera/contract'
import type { Drawable } from '@tessera/drawing'
import { fieldOf } from './abilities.ts'

/** A stroke, and what an eraser has left of it. */
export interface ErasedStroke {
  readonly object: BoardObject
  readonly pieces: readonly (readonly number[])[]
}

/** The limit for all together. What exceeds it is shown when the gesture ends. */
const maxSentNumbers = 4_000
const maxSentStrokes = 200

/** The first piece replaces the stroke, without points if nothing is left; the others are strokes of their own. */
export function motionsOfErased(strokes: readonly ErasedStroke[]): Motion[] {
  let room = maxSentNumbers
  return strokes.slice(0, maxSentStrokes).flatMap(({ object, pieces }): Motion[] => {
    const numbers = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (numbers > room) return []
    room -= numbers
    const [first = [], ...others] = pieces
    const style = {
      penColor: fieldOf(object, 'penColor'),
      brushType: fieldOf(object, 'brushType'),
      brushSize: fieldOf(object, 'size'),
      targetId: fieldOf(object, 'targetId') ?? null,
    }
    return [
      { id: object.id, points: [...first] },
      ...others.map((points, index) => ({ id: pieceId(object, index + 1), points: [...points], ...style }) as Motion),
    ]
  })
}

export const pieceId = ({ id }: BoardObject, index: number) => (index === 0 ? id : `${id}-${index}`)

/** The object as it is shown during the gesture: null if it is hidden, undefined if it is unchanged. */
export function objectInMotion(object: BoardObject | undefined, moving: Motion): Drawable | null | undefined {
  const { id, points, penColor, brushSize, brushType, targetId = null, ...fields } = moving
  if (object && points && 'points' in object)
    return points.length < 2 ? null : ({ ...object, ...fields, points } as Drawable)
  if (object) return { ...object, ...fields } as Drawable
  if (fields.from && fields.to) return connectorInMotion(id, fields)
  if (!points || points.length < 2) return undefined
  const { defaults } = kinds.stroke
  const style = { penColor: penColor ?? defaults.penColor, brushType: brushType ?? defaults.brushType }
  return { kind: kinds.stroke.name, id, points, size: brushSize ?? 10, targetId, ...style } as Drawable
}

/** A connector that is being drawn. */
function connectorInMotion(id: string, { from, to }: Partial<Motion>): Drawable {
  const { name, defaults } = kinds.connector
  return { ...defaults, kind: name, id, from, to, points: [] } as unknown as Drawable
}
