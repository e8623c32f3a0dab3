// A line drawn by hand, on the board or on an object. On an object its points are relative to the top-left corner of it.

import { Type } from 'typebox'
import { type CheckRule, defineKind, field } from '../kind.ts'
import { integer, objectId, oneOf, orNull } from '../values.ts'

/** The colors of a pen. */
export const penColors = ['White', 'Gray', 'Yellow', 'Red', 'Green', 'Purple', 'Cyan'] as const

/** A highlighter draws flat and translucent; an eraser removes what other strokes draw. */
export const brushTypes = ['Pen', 'Highlighter', 'Eraser'] as const

const points = () =>
  Type.Array(integer(), { minItems: 2, maxItems: 20_000, description: 'x1, y1, x2, y2, …: an even number of integers' })

const wholePoints: CheckRule = ({ points }) =>
  Array.isArray(points) && points.length % 2 === 1
    ? [{ field: 'points', message: 'must be an even number of integers: x1, y1, x2, y2, …' }]
    : []

// biome-ignore format: a table
export const stroke = defineKind({
  name: 'stroke', noun: 'strokes', path: 'strokes', singular: 'a Stroke', plural: 'Strokes',
  names: { en: ['Drawing', 'Drawings'], de: ['Zeichnung', 'Zeichnungen'] },
  about: 'A line drawn by hand, on the board or on an object',
  summary: 'Freehand lines on the board or on an object.',
  icon: 'M3 14.500c2-6 4.500-9.500 6-9s-2.500 8.500-.8 9.200c1.700.700 3.300-5.500 4.800-5.200s-.7 4 .6 4.500c.9.300 2-.5 3.400-2',
  takes: [], searched: null, colored: 'penColor', check: wholePoints,
  agents: {
    about: 'line drawn by hand',
    details: ({ brushType, penColor, targetId }) => `${brushType} ${penColor}${targetId ? ` on ${targetId}` : ''}`,
  },
  samples: {
    create: { points: [0, 0, 60, 40, 120, 0], penColor: 'Red' },
    update: { penColor: 'Yellow', points: [0, 0, 80, 20] },
    changes: [{ penColor: 'Red' }, { penColor: 'Green' }],
  },
  references: {
    targetId: { to: 'strokes', holds: 'id', kindField: 'targetType', onDelete: 'delete', onRestore: 'restore', onCopy: 'follow', onMove: 'follow' },
  },
  fields: {
    penColor:   field(oneOf(penColors, 'White'),                              'optional', 'optional', 'Color of the pen'),
    brushSize:  field(integer({ default: 10, minimum: 1, maximum: 100 }),     'optional', 'optional', 'Width of the line in board units. Records have it as `size`', { inRecord: 'never', storedAs: 'size' }),
    size:       field(integer({ minimum: 1, maximum: 100 }),                  'never',    'never', 'Width of the line in board units, set as `brushSize`'),
    brushType:  field(oneOf(brushTypes, 'Pen'),                               'optional', 'never', '`Highlighter` draws flat and translucent, `Eraser` removes what other strokes draw'),
    points:     field(points(),                                               'required', 'optional', 'x1, y1, x2, y2, …: an even number of integers. Relative to the top-left corner of the object that it is drawn on'),
    targetId:   field(orNull(objectId()),                                     'optional', 'never', 'Id of the object that it is drawn on; null for the board'),
    targetType: field(orNull(Type.String()),                                          'never',    'never', 'Kind of that object; null for the board'),
  },
})
