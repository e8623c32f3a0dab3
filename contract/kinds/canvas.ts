// A named area of the board. In the web workspace the objects on it move with it; to the service it is a rectangle.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, oneOf, size, title } from '../values.ts'
import { meaning } from './shared-meanings.ts'

/** The border colors of a canvas. */
export const canvasColors = ['Red', 'Yellow', 'Green', 'Blue', 'Gray'] as const

// biome-ignore format: a table
export const canvas = defineKind({
  name: 'canvas', noun: 'canvases', path: 'canvas', singular: 'a Canvas', plural: 'Canvases',
  names: { en: ['Canvas', 'Canvases'], de: ['Bereich', 'Bereiche'] },
  about: 'A named area of the board. Objects on it stay where they are when it changes',
  summary: 'Named areas of the board.',
  icon: 'M3.500 5h13v11.500h-13zM3.500 8h6V5',
  takes: ['comments', 'connectors'], searched: 'name', colored: 'borderColor', isGround: true,
  agents: {
    about: `named area that holds objects, a part of a presentation; borderColor ${canvasColors.join(', ')}`,
    details: ({ borderColor }) => borderColor,
  },
  samples: {
    create: { name: 'Ideas', x: 0, y: 0, width: 1600, height: 900 },
    update: { name: 'Best ideas' },
  },
  fields: {
    x:           field(integer({ default: 0 }),     'optional', 'optional', meaning.x),
    y:           field(integer({ default: 0 }),     'optional', 'optional', meaning.y),
    width:       field(size({ default: 1000 }),     'optional', 'optional', meaning.width),
    height:      field(size({ default: 1000 }),     'optional', 'optional', meaning.height),
    name:        field(title(),                     'required', 'optional', 'Name of the area, shown above it'),
    borderColor: field(oneOf(canvasColors, 'Red'),  'optional', 'optional', 'Color of the border'),
    pin:         field(boolean({ default: false }), 'optional', 'optional', meaning.pin),
  },
})
