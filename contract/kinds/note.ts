// A sticky note.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, oneOf, rotation, scale, size, string } from '../values.ts'

export const noteColors = ['Beige', 'Blue', 'Gold', 'Grey', 'Red', 'Teal', 'Yellow'] as const

// biome-ignore format: a table
export const note = defineKind({
  name: 'note', noun: 'notes', path: 'notes', singular: 'a Note', plural: 'Notes', takes: ['comments', 'strokes', 'connectors'], searched: 'text',
  fields: {
    x:               field(integer({ default: 0 }),                       'optional', 'optional'),
    y:               field(integer({ default: 0 }),                       'optional', 'optional'),
    width:           field(size({ default: 560 }),                        'never',    'never'),
    height:          field(size({ default: 320 }),                        'never',    'never'),
    text:            field(string(),                                      'required', 'optional'),
    fontWeight:      field(oneOf(['normal', 'bold'], 'normal'),           'optional', 'optional'),
    textTransform:   field(oneOf(['inherit', 'uppercase'], 'inherit'),    'optional', 'optional'),
    backgroundColor: field(oneOf(noteColors, 'Teal'),                     'optional', 'optional'),
    pin:             field(boolean({ default: false }),                   'optional', 'optional'),
    scale:           field(scale(),                                       'optional', 'optional'),
    rotation:        field(rotation(),                                    'optional', 'optional'),
  },
})
