// Resizing a box around several objects: positions and sizes scale from the opposite corner or side, within the limits
// of every kind. Objects that keep their proportions make a corner keep those of the box.

import type { BoardObject } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import { fieldOf, resizeModeOf } from './abilities.ts'
import { type Handle, limitsOf, smallestSide } from './resize.ts'
import { rotationOf, scalingFrom, type Transform, unrotatedBox } from './transform.ts'

export function resizeSeveral(
  objects: readonly BoardObject[],
  box: Box,
  handle: Handle,
  pull: Point,
  isProportional: boolean,
): Transform {
  const anchor = {
    x: handle.x < 0 ? box.x + box.width : box.x,
    y: handle.y < 0 ? box.y + box.height : box.y,
  }
  const wanted = {
    x: handle.x === 0 ? 1 : Math.max(0, box.width + handle.x * pull.x) / Math.max(1, box.width),
    y: handle.y === 0 ? 1 : Math.max(0, box.height + handle.y * pull.y) / Math.max(1, box.height),
  }
  const isCorner = handle.x !== 0 && handle.y !== 0
  if (isCorner && (isProportional || objects.some(keepsProportions))) {
    const factor = clamp(Math.max(wanted.x, wanted.y), evenLimits(objects))
    return scalingFrom(anchor, { x: factor, y: factor })
  }
  return scalingFrom(anchor, {
    x: handle.x === 0 ? 1 : clamp(wanted.x, sideLimits(objects, 'width')),
    y: handle.y === 0 ? 1 : clamp(wanted.y, sideLimits(objects, 'height')),
  })
}

/** Rotated objects keep their proportions, too: stretching them along the board would skew them. */
const keepsProportions = (object: BoardObject) =>
  resizeModeOf(object) === 'scale' || resizeModeOf(object) === null || rotationOf(object) % 90 !== 0

interface Limits {
  readonly from: number
  readonly to: number
}

const clamp = (value: number, { from, to }: Limits) => Math.min(to, Math.max(from, value))

const smallestFactor = 0.02

function evenLimits(objects: readonly BoardObject[]): Limits {
  const all = objects.map(object => {
    if (resizeModeOf(object) !== 'scale') return meet(sideLimit(object, 'width'), sideLimit(object, 'height'))
    const { minimum = 0, maximum = Infinity } = limitsOf(object, 'scale')
    const scale = Number(fieldOf(object, 'scale'))
    return { from: minimum / scale, to: maximum / scale }
  })
  return all.reduce(meet, { from: smallestFactor, to: Infinity })
}

const sideLimits = (objects: readonly BoardObject[], side: 'width' | 'height'): Limits =>
  objects.map(object => sideLimit(object, side)).reduce(meet, { from: smallestFactor, to: Infinity })

/** No side becomes too small to be grabbed again, unless it is already. */
function sideLimit(object: BoardObject, side: 'width' | 'height'): Limits {
  if (resizeModeOf(object) !== 'sides') return { from: 0, to: Infinity }
  const { maximum = Infinity } = limitsOf(object, side)
  const length = unrotatedBox(object)[side]
  return { from: Math.min(1, smallestSide / length), to: maximum / length }
}

const meet = (one: Limits, other: Limits): Limits => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
})
