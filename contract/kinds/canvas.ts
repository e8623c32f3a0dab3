// A named area of the board. In the web workspace the objects on it move with it; to the service it is a rectangle.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, oneOf, size, title } from '../values.ts'

export const canvasColors = ['Red', 'Yellow', 'Green', 'Blue', 'Gray'] as const

// biome-ignore format: a table
export const canvas = defineKind({
  name: 'canvas', noun: 'canvases', path: 'canvas', singular: 'a Canvas', plural: 'Canvases', takes: ['comments', 'connectors'], searched: 'name', isGround: true,
  fields: {
    x:           field(integer({ default: 0 }),     'optional', 'optional'),
    y:           field(integer({ default: 0 }),     'optional', 'optional'),
    width:       field(size({ default: 1000 }),     'optional', 'optional'),
    height:      field(size({ default: 1000 }),     'optional', 'optional'),
    name:        field(title(),                     'required', 'optional'),
    borderColor: field(oneOf(canvasColors, 'Red'),  'optional', 'optional'),
    pin:         field(boolean({ default: false }), 'optional', 'optional'),
  },
})
