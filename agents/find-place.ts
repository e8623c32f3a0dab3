// Where an arrangement goes: at a point, near an object, on a canvas, or in the nearest free space.

import { type Box, boxAround, type Point } from '@tessera/drawing'
import { freePlace, freePlaceWithin, placingGap } from '@tessera/drawing/layout/free-place'
import type { Size } from '@tessera/drawing/layout/layout'
import { type ArrangedUnit, follows } from './arranged-units.ts'
import { type BoardObject, boxOf, isGround } from './board-object.ts'
import { contains } from './sections.ts'
import { ToolProblem } from './tool.ts'

export interface PlaceRequest {
  readonly at?: Point | undefined
  readonly near?: BoardObject | undefined
  readonly into?: BoardObject | undefined
  /** True if the canvas may grow. */
  readonly fit_canvas: boolean
}

export interface FoundPlace extends Point {
  /** The new size of the canvas, if it changes. */
  readonly canvas?: { readonly id: string; readonly width: number; readonly height: number }
}

/** The padding around the objects on a canvas. At the top there is also its name. */
const padding = 48
const titleHeight = 52

export function findPlace(
  size: Size,
  units: readonly ArrangedUnit[],
  board: readonly BoardObject[],
  wanted: PlaceRequest,
): FoundPlace {
  const { at, near, into, fit_canvas } = wanted
  if (at) return at
  const moved = new Set(units.filter(({ isFixed }) => !isFixed).flatMap(({ objects }) => objects.map(({ id }) => id)))
  const others = board.filter(object => !moved.has(object.id) && !follows(object))
  if (into) return placeOn(into, size, others, fit_canvas)
  const now = boxAround(units.filter(({ isFixed }) => !isFixed).map(({ box }) => box)) as Box
  const canvas = commonCanvas(near ? [boxOf(near)] : units.map(({ box }) => box), others)
  const taken = others.map(boxOf)
  const start = near ? beside(boxOf(near)) : now
  const box = { x: Math.round(start.x), y: Math.round(start.y), ...size }
  if (!canvas) return freePlace(box, taken)
  const onCanvas = others.filter(object => object !== canvas).map(boxOf)
  const area = innerArea(boxOf(canvas))
  if (isInside(box, area)) {
    const free = freePlace(box, onCanvas)
    if (isInside({ ...free, ...size }, area)) return free
  }
  return freePlaceWithin(area, size, onCanvas) ?? freePlace(box, taken)
}

const beside = ({ x, y, width }: Box): Point => ({ x: x + width + placingGap, y })

function innerArea({ x, y, width, height }: Box): Box {
  return {
    x: x + padding,
    y: y + padding + titleHeight,
    width: width - 2 * padding,
    height: height - 2 * padding - titleHeight,
  }
}

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** The smallest canvas that all of the boxes lie on. */
function commonCanvas(boxes: readonly Box[], others: readonly BoardObject[]): BoardObject | null {
  const area = (object: BoardObject) => boxOf(object).width * boxOf(object).height
  const canvases = others.filter(object => isGround(object) && boxes.every(box => contains(boxOf(object), box)))
  return canvases.sort((one, other) => area(one) - area(other))[0] ?? null
}

function placeOn(canvas: BoardObject, size: Size, others: readonly BoardObject[], fit_canvas: boolean): FoundPlace {
  const box = boxOf(canvas)
  const area = innerArea(box)
  const inside = others.filter(object => object.id !== canvas.id && contains(box, boxOf(object)))
  const taken = inside.map(boxOf)
  const found = freePlaceWithin(area, size, taken)
  if (found && !fit_canvas) return found
  if (!fit_canvas)
    throw new ToolProblem(
      `The arrangement is ${size.width} x ${size.height} and does not fit on the canvas, which has ${Math.max(0, Math.round(area.width))} x ${Math.max(0, Math.round(area.height))} for it${inside.length === 0 ? '' : `, with ${inside.length} other objects on it`}. Call again with fit_canvas true to let the canvas grow, or use another layout or a smaller gap.`,
    )
  const bottom = Math.max(...taken.map(({ y, height }) => y + height + placingGap), area.y)
  const place = found ?? { x: Math.ceil(area.x), y: Math.ceil(bottom) }
  const whole = boxAround([...taken, { ...place, ...size }]) as Box
  const width = Math.ceil(whole.x + whole.width + padding - box.x)
  const height = Math.ceil(whole.y + whole.height + padding - box.y)
  return { ...place, canvas: { id: canvas.id, width, height } }
}
