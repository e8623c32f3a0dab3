// A shape with text in it.

import { defineKind, field } from '../kind.ts'
import { boolean, color, colorOrNone, integer, oneOf, rotation, size, string } from '../values.ts'
import { meaning } from './shared-meanings.ts'
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
  name: 'shape', noun: 'shapes', path: 'shapes', singular: 'a Shape', plural: 'Shapes',
  names: { en: ['Shape', 'Shapes'], de: ['Form', 'Formen'] },
  about: 'A geometric shape with text in it',
  summary: 'Shapes with text in them.',
  icon: 'M3.500 8.500h8v8h-8zM11.500 11.700a4.300 4.300 0 1 0-4-3.200',
  takes: ['comments', 'strokes', 'connectors'], searched: 'text', colored: 'fill',
  agents: {
    about: `box with text; form ${shapeForms.join(', ')}; fill, borderColor and fontColor are hex colors`,
    details: ({ form, fill }) => `${form} ${fill}`,
  },
  samples: {
    create: { text: 'Review', form: 'rounded', x: 120, y: 80, width: 240, height: 120 },
    update: { text: 'Approved?', form: 'diamond' },
  },
  fields: {
    x:             field(integer({ default: 0 }),                            'optional', 'optional', meaning.x),
    y:             field(integer({ default: 0 }),                            'optional', 'optional', meaning.y),
    width:         field(size({ default: 240 }),                             'optional', 'optional', meaning.width),
    height:        field(size({ default: 160 }),                             'optional', 'optional', meaning.height),
    form:          field(oneOf(shapeForms, 'rectangle'),                     'optional', 'optional', 'Form of the outline'),
    text:          field(string({ default: '' }),                            'optional', 'optional', meaning.text),
    fill:          field(colorOrNone('#ffffff'),                             'optional', 'optional', 'Color of the inside, in hexadecimal, or `none`'),
    borderColor:   field(colorOrNone('#1f2937'),                             'optional', 'optional', 'Color of the outline, in hexadecimal, or `none`'),
    borderWidth:   field(integer({ default: 2, minimum: 0, maximum: 64 }),   'optional', 'optional', 'Width of the outline in board units; 0 for none'),
    borderStyle:   field(oneOf(lineStyles, 'solid'),                         'optional', 'optional', meaning.lineStyle),
    fontFamily:    field(oneOf(fontFamilies, 'Dosis'),                       'optional', 'optional', meaning.fontFamily),
    fontSize:      field(integer({ default: 24, minimum: 1, maximum: 2000 }),'optional', 'optional', meaning.fontSize),
    fontColor:     field(color('#1f2937'),                                   'optional', 'optional', meaning.fontColor),
    fontWeight:    field(oneOf(['normal', 'bold'], 'normal'),                'optional', 'optional', meaning.fontWeight),
    fontStyle:     field(oneOf(['normal', 'italic'], 'normal'),              'optional', 'optional', meaning.fontStyle),
    textTransform: field(oneOf(['inherit', 'uppercase'], 'inherit'),         'optional', 'optional', meaning.textTransform),
    textAlign:     field(oneOf(['left', 'center', 'right'], 'center'),       'optional', 'optional', 'Horizontal position of the text'),
    verticalAlign: field(oneOf(['top', 'middle', 'bottom'], 'middle'),       'optional', 'optional', 'Vertical position of the text'),
    pin:           field(boolean({ default: false }),                        'optional', 'optional', meaning.pin),
    rotation:      field(rotation(),                                         'optional', 'optional', meaning.rotation),
  },
})
