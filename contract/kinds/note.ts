// A sticky note.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, oneOf, rotation, scale, size, string } from '../values.ts'
import { meaning } from './shared-meanings.ts'

/** The colors of a note. */
export const noteColors = ['Beige', 'Blue', 'Gold', 'Grey', 'Red', 'Teal', 'Yellow'] as const

// biome-ignore format: a table
export const note = defineKind({
  name: 'note', noun: 'notes', path: 'notes', singular: 'a Note', plural: 'Notes',
  names: { en: ['Note', 'Notes'], de: ['Notiz', 'Notizen'] },
  about: 'A sticky note',
  summary: 'Sticky notes.',
  icon: 'M3.500 3.500h13v8.500l-4.500 4.500h-8.500zM16.500 12H12v4.500',
  takes: ['comments', 'strokes', 'connectors'], searched: 'text', colored: 'backgroundColor',
  agents: {
    about: `sticky note, 560 x 320 units times its scale; backgroundColor ${noteColors.join(', ')}`,
    details: ({ backgroundColor }) => backgroundColor,
  },
  samples: {
    create: { text: 'Ask five customers', x: 120, y: 80, backgroundColor: 'Gold' },
    update: { text: 'Ask ten customers', x: 160 },
  },
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
