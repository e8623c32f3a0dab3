// A line or block of text on the board. Width and height are computed from the text unless they are given.

import { defineKind, field } from '../kind.ts'
import { boolean, color, integer, oneOf, rotation, size, string } from '../values.ts'

export const fontFamilies = ['Dosis', 'Helvetica', 'Times New Roman', 'Source Code Pro', 'Aleo', 'Exo 2'] as const

// biome-ignore format: a table
export const text = defineKind({
  name: 'text', noun: 'texts', path: 'text', singular: 'Text', plural: 'Text Elements', takes: ['comments', 'connectors'], searched: 'text',
  fields: {
    x:               field(integer({ default: 0 }),                            'optional', 'optional'),
    y:               field(integer({ default: 0 }),                            'optional', 'optional'),
    width:           field(size(),                                             'optional', 'optional'),
    height:          field(size(),                                             'optional', 'optional'),
    text:            field(string(),                                           'required', 'optional'),
    fontFamily:      field(oneOf(fontFamilies, 'Dosis'),                       'optional', 'optional'),
    fontSize:        field(integer({ default: 64, minimum: 1, maximum: 2000 }),'optional', 'optional'),
    fontColor:       field(color('#ffffff'),                                   'optional', 'optional'),
    fontWeight:      field(oneOf(['normal', 'bold'], 'normal'),                'optional', 'optional'),
    fontStyle:       field(oneOf(['normal', 'italic'], 'normal'),              'optional', 'optional'),
    textTransform:   field(oneOf(['inherit', 'uppercase'], 'inherit'),         'optional', 'optional'),
    backgroundColor: field(color('#ea3e35'),                                   'optional', 'optional'),
    pin:             field(boolean({ default: false }),                        'optional', 'optional'),
    rotation:        field(rotation(),                                         'optional', 'optional'),
  },
})
