// A sticky note.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, oneOf, rotation, scale, size, string } from '../values.ts'
import { meaning } from './shared-meanings.ts'

/** The colors of a note. */
export const noteColors = ['Beige', 'Blue', 'Gold', 'Grey', 'Red', 'Teal', 'Yellow'] as const

// biome-ignore format: a table
export const note = defineKind({
  name: 'note', noun: 'notes', path: 'notes', singular: 'a Note', plural: 'Notes', about: 'A sticky note', takes: ['comments', 'strokes', 'connectors'], searched: 'text',
  fields: {
    x:               field(integer({ default: 0 }),                       'optional', 'optional', meaning.x),
    y:               field(integer({ default: 0 }),                       'optional', 'optional', meaning.y),
    width:           field(size({ default: 560 }),                        'never',    'never', 'Width in board units, before `scale`'),
    height:          field(size({ default: 320 }),                        'never',    'never', 'Height in board units, before `scale`'),
    text:            field(string(),                                      'required', 'optional', meaning.text),
    fontWeight:      field(oneOf(['normal', 'bold'], 'normal'),           'optional', 'optional', meaning.fontWeight),
    textTransform:   field(oneOf(['inherit', 'uppercase'], 'inherit'),    'optional', 'optional', meaning.textTransform),
    backgroundColor: field(oneOf(noteColors, 'Teal'),                     'optional', 'optional', 'Color of the paper'),
    pin:             field(boolean({ default: false }),                   'optional', 'optional', meaning.pin),
    scale:           field(scale(),                                       'optional', 'optional', meaning.scale),
    rotation:        field(rotation(),                                    'optional', 'optional', meaning.rotation),
  },
})
