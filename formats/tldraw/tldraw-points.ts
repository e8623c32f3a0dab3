// The points of freehand lines: lists in older files; since 2025 text in base64, first as half floats, then as single
// floats for the first point and half floats for the distance of each point to the one before.

import { own, ownList, ownNumber, ownText } from '../parse-json.ts'
import type { Shape } from './tldraw-store.ts'

interface XY {
  readonly x: number
  readonly y: number
}

export function segmentPoints({ props }: Shape): XY[] {
  const scale = { x: ownNumber(props, 'scaleX', 1), y: ownNumber(props, 'scaleY', 1) }
  return ownList(props, 'segments').flatMap(segment => {
    const path = ownText(segment, 'path')
    const points = path === '' ? listPoints(segment) : decodePath(path)
    return points.map(({ x, y }) => ({ x: x * scale.x, y: y * scale.y }))
  })
}

/** For a short time, text in base64 was in `points` as well. */
function listPoints(segment: unknown): XY[] {
  const points = own(segment, 'points')
  if (typeof points === 'string') return decodeHalfFloats(points)
  return ownList(segment, 'points').map(point => ({ x: ownNumber(point, 'x'), y: ownNumber(point, 'y') }))
}

const firstBytes = 12
const pointBytes = 6

function decodePath(text: string): XY[] {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < firstBytes) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [x, y] = [view.getFloat32(0, true), view.getFloat32(4, true)]
  const points = [{ x, y }]
  for (let at = firstBytes; at + pointBytes <= bytes.length; at += pointBytes) {
    x += view.getFloat16(at, true)
    y += view.getFloat16(at + 2, true)
    points.push({ x, y })
  }
  return points.filter(isFinitePoint)
}

function decodeHalfFloats(text: string): XY[] {
  const bytes = Buffer.from(text, 'base64')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const points: XY[] = []
  for (let at = 0; at + pointBytes <= bytes.length; at += pointBytes)
    points.push({ x: view.getFloat16(at, true), y: view.getFloat16(at + 2, true) })
  return points.filter(isFinitePoint)
}

const isFinitePoint = ({ x, y }: XY) => Number.isFinite(x) && Number.isFinite(y)
