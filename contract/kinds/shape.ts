// A shape with text in it.

import { defineKind, field } from '../kind.ts'
import { boolean, color, colorOrNone, integer, oneOf, rotation, size, string } from '../values.ts'
import { fontFamilies } from './text.ts'

export const shapeForms = [
  'rectangle',
  'rounded',
  'ellipse',
  'diamond',
  'triangle',
  'parallelogram',
  'hexagon',
  'cylinder',
  'cloud',
  'star',
  'callout',
  'arrow',
] as const

export const lineStyles = ['solid', 'dashed', 'dotted'] as const

// biome-ignore format: a table
export const shape = defineKind({
  name: 'shape', noun: 'shapes', path: 'shapes', singular: 'a Shape', plural: 'Shapes', takes: ['comments', 'strokes', 'connectors'], searched: 'text',
  fields: {
    x:             field(integer({ default: 0 }),                            'optional', 'optional'),
    y:             field(integer({ default: 0 }),                            'optional', 'optional'),
    width:         field(size({ default: 240 }),                             'optional', 'optional'),
    height:        field(size({ default: 160 }),                             'optional', 'optional'),
    form:          field(oneOf(shapeForms, 'rectangle'),                     'optional', 'optional'),
    text:          field(string({ default: '' }),                            'optional', 'optional'),
    fill:          field(colorOrNone('#ffffff'),                             'optional', 'optional'),
    borderColor:   field(colorOrNone('#1f2937'),                             'optional', 'optional'),
    borderWidth:   field(integer({ default: 2, minimum: 0, maximum: 64 }),   'optional', 'optional'),
    borderStyle:   field(oneOf(lineStyles, 'solid'),                         'optional', 'optional'),
    fontFamily:    field(oneOf(fontFamilies, 'Dosis'),                       'optional', 'optional'),
    fontSize:      field(integer({ default: 24, minimum: 1, maximum: 2000 }),'optional', 'optional'),
    fontColor:     field(color('#1f2937'),                                   'optional', 'optional'),
    fontWeight:    field(oneOf(['normal', 'bold'], 'normal'),                'optional', 'optional'),
    fontStyle:     field(oneOf(['normal', 'italic'], 'normal'),              'optional', 'optional'),
    textTransform: field(oneOf(['inherit', 'uppercase'], 'inherit'),         'optional', 'optional'),
    textAlign:     field(oneOf(['left', 'center', 'right'], 'center'),       'optional', 'optional'),
    verticalAlign: field(oneOf(['top', 'middle', 'bottom'], 'middle'),       'optional', 'optional'),
    pin:           field(boolean({ default: false }),                        'optional', 'optional'),
    rotation:      field(rotation(),                                         'optional', 'optional'),
  },
})
