// A line between two objects or free points. It follows the objects that its ends are attached to.

import { Type } from 'typebox'
import { defineKind, field } from '../kind.ts'
import type { FieldError } from '../problem.ts'
import { boolean, box, color, integer, objectId, oneOf } from '../values.ts'
import { lineStyles } from './shape.ts'
import { meaning } from './shared-meanings.ts'

export const connectorCaps = ['none', 'arrow', 'triangle', 'circle', 'diamond', 'bar'] as const
export const maxBends = 32
export const anchorSides = ['auto', 'top', 'right', 'bottom', 'left'] as const

/** A side of an object, `auto` for the nearest one, or a point as fractions of its width and height. */
export type ConnectorAnchor = (typeof anchorSides)[number] | [u: number, v: number]
/** The end of a connector: attached to an object, or a point of the board. */
export type ConnectorEnd = { id: string; anchor: ConnectorAnchor } | { x: number; y: number }

const fraction = () => Type.Number({ minimum: 0, maximum: 1 })
const point = () => Type.Unsafe<[x: number, y: number]>(Type.Array(integer(), { minItems: 2, maxItems: 2 }))

/** An object with an anchor, or a free point. Which of the two is checked by `wholeEnds`, for a clear message. */
const end = () =>
  Type.Unsafe<ConnectorEnd>(
    Type.Object(
      {
        id: Type.Optional(objectId()),
        anchor: Type.Optional(
          Type.Union([oneOf(anchorSides, 'auto'), Type.Array(fraction(), { minItems: 2, maxItems: 2 })]),
        ),
        x: Type.Optional(integer()),
        y: Type.Optional(integer()),
      },
      { named: 'ConnectorEnd' },
    ),
  )

const drawnPoint = () => Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })

// biome-ignore format: a table
export const connector = defineKind({
  name: 'connector', noun: 'connectors', path: 'connectors', singular: 'a Connector', plural: 'Connectors',
  names: { en: ['Connector', 'Connectors'], de: ['Verbindung', 'Verbindungen'] },
  about: 'A line between two objects or points, which follows the objects',
  summary: 'Lines that connect objects and follow them.',
  icon: 'M3 4.500h4v4H3zM13 11.500h4v4h-4zM7 6.500h3.500v7H13',
  takes: ['comments'], searched: 'label', colored: 'color', check: wholeEnds,
  agents: {
    about: 'line between two objects; color is a hex color',
    details: ({ from, to, startCap, endCap }) => `${describeEnd(from)} ${arrow(startCap, endCap)} ${describeEnd(to)}`,
  },
  samples: {
    create: { from: { x: 120, y: 80 }, to: { x: 640, y: 140 }, label: 'then' },
    update: { label: 'if approved', to: { x: 700, y: 140 } },
    changes: [{ label: 'changed' }, { width: 5 }],
  },
  references: {
    from: { to: 'connectors', holds: 'anchor', onDelete: 'detach', onRestore: 'attach', onCopy: 'detach', onMove: 'follow' },
    to:   { to: 'connectors', holds: 'anchor', onDelete: 'detach', onRestore: 'attach', onCopy: 'detach', onMove: 'follow' },
  },
  fields: {
    from:     field(end(),                                                             'required', 'optional', 'Where it starts: an object with an anchor, or a point of the board'),
    to:       field(end(),                                                             'required', 'optional', 'Where it ends: an object with an anchor, or a point of the board'),
    path:     field(oneOf(['straight', 'elbow', 'curve'], 'elbow'),                    'optional', 'optional', 'Route of the path between its ends'),
    via:      field(Type.Array(point(), { maxItems: maxBends, default: [] }),                'optional', 'optional', 'Points [x, y] that bend the path'),
    startCap: field(oneOf(connectorCaps, 'none'),                                      'optional', 'optional', 'Cap at the start'),
    endCap:   field(oneOf(connectorCaps, 'arrow'),                                     'optional', 'optional', 'Cap at the end'),
    color:    field(color('#1f2937'),                                                  'optional', 'optional', 'Color of the line, in hexadecimal'),
    width:    field(integer({ default: 2, minimum: 1, maximum: 64 }),                  'optional', 'optional', 'Width of the line in board units'),
    line:     field(oneOf(lineStyles, 'solid'),                                        'optional', 'optional', meaning.lineStyle),
    label:    field(Type.String({ maxLength: 1_024, default: '' }),                    'optional', 'optional', 'Text on the line'),
    labelAt:  field(Type.Number({ minimum: 0, maximum: 1, default: 0.5 }),             'optional', 'optional', 'Where on the path the label is: 0 at the start, 1 at the end'),
    pin:      field(boolean({ default: false }),                                       'optional', 'optional', 'True: its ends and bends cannot be changed until it is unpinned'),
    points:   field(Type.Array(drawnPoint()),                                          'never',    'never', 'The path as it is drawn, a list of points [x, y]'),
    box:      field(box(),                                                             'never',    'never', 'The bounding box of the path'),
  },
})

function wholeEnds(data: Readonly<Record<string, unknown>>): FieldError[] {
  return ['from', 'to'].flatMap(field => {
    const value = data[field]
    return typeof value !== 'object' || value === null || isEnd(value) ? [] : [{ field, message: endMessage }]
  })
}

const endMessage = 'must be an object with an anchor, { id, anchor }, or a point, { x, y }'

function isEnd({ id, anchor, x, y }: { id?: unknown; anchor?: unknown; x?: unknown; y?: unknown }): boolean {
  if (id !== undefined) return x === undefined && y === undefined
  return anchor === undefined && x !== undefined && y !== undefined
}

const describeEnd = (end: ConnectorEnd) => ('id' in end ? end.id : `(${end.x},${end.y})`)

const arrow = (start: string, end: string) => `${start === 'none' ? '' : '<'}--${end === 'none' ? '' : '>'}`
