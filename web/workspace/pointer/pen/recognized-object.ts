// The object that a recognized line becomes: a shape with a border in the color of the pen, or a connector with free
// ends.

import type { KindName, Stroke } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { type Drawable, penColors } from '@tessera/drawing'
import { type RecognizedShape, recognizeShape } from './recognize-shape.ts'

export interface RecognizedObject {
  readonly kind: KindName
  readonly data: Record<string, unknown>
  /** The object as it is drawn until it is created. */
  readonly shown: Drawable
}

export function recognizedObject(
  points: readonly number[],
  penColor: Stroke['penColor'],
  brushSize: number,
): RecognizedObject | null {
  const found = recognizeShape(points)
  if (!found) return null
  const { kind, data } = dataOf(found, inkOf(penColor), Math.min(64, brushSize))
  return { kind, data, shown: { ...kinds[kind].defaults, ...data, ...pathOf(found), kind } as unknown as Drawable }
}

/** The pen named White draws with the ink of the board, which the default color of shapes and connectors follows, too. */
const inkOf = (penColor: Stroke['penColor']): string =>
  penColor === 'White' ? String(kinds.connector.defaults.color) : penColors[penColor]

function dataOf(
  found: RecognizedShape,
  color: string,
  width: number,
): { kind: KindName; data: Record<string, unknown> } {
  if (found.type === 'form') {
    const { x, y, width: long, height: high } = found.box
    const box = { x: Math.round(x), y: Math.round(y), width: whole(long), height: whole(high) }
    const style = { fill: 'none', borderColor: color, borderWidth: width }
    return { kind: kinds.shape.name, data: { ...box, ...style, form: found.form, rotation: found.rotation } }
  }
  const [from, to] = [found.from, found.to].map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  const endCap = found.isArrow ? 'arrow' : 'none'
  return { kind: kinds.connector.name, data: { from, to, path: 'straight', color, width, endCap } }
}

const whole = (length: number) => Math.max(1, Math.round(length))

/** The fields of a connector that the service computes. */
function pathOf(found: RecognizedShape): Record<string, unknown> {
  if (found.type === 'form') return {}
  const [from, to] = [found.from, found.to]
  const points = [
    [from.x, from.y],
    [to.x, to.y],
  ]
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  return { points, box: { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) } }
}
