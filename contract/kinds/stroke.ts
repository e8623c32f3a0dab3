// A line drawn by hand, on the board or on an object (then its points count from that object's top-left corner).

import { Type } from 'typebox'
import { defineKind, field } from '../kind.ts'
import { integer, objectId, oneOf, orNull } from '../values.ts'

export const penColors = ['White', 'Gray', 'Yellow', 'Red', 'Green', 'Purple', 'Cyan'] as const

const points = () =>
  Type.Array(integer(), { minItems: 2, maxItems: 20_000, description: 'x1, y1, x2, y2, …: an even number of integers' })

const wholePoints = ({ points }: Record<string, unknown>) =>
  (points as number[]).length % 2 === 0
    ? null
    : { field: 'points', message: 'must be an even number of integers: x1, y1, x2, y2, …' }

// biome-ignore format: a table
export const stroke = defineKind({
  name: 'stroke', path: 'strokes', called: 'a Stroke', calledMany: 'Strokes', takes: [], searched: null, attaches: true, check: wholePoints,
  fields: {
    penColor:   field(oneOf(penColors, 'White'),                              'optional', 'never'),
    brushSize:  field(integer({ default: 10, minimum: 1, maximum: 100 }),     'optional', 'never', { inRecord: 'never', storedAs: 'size' }),
    size:       field(integer({ minimum: 1, maximum: 100 }),                  'never',    'never'),
    brushType:  field(oneOf(['Pen', 'Eraser'], 'Pen'),                        'optional', 'never'),
    points:     field(points(),                                               'required', 'never'),
    targetId:   field(orNull(objectId()),                                     'optional', 'never'),
    targetType: field(orNull(oneOf(['note', 'image'])),                       'never',    'never'),
  },
})
