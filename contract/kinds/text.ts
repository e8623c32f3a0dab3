// A line or block of text on the board. Width and height are computed from the text unless they are given.

import { defineKind, field } from '../kind.ts'
import { boolean, color, integer, oneOf, rotation, size, string } from '../values.ts'
import { meaning } from './shared-meanings.ts'

/** The fonts of texts. */
export const fontFamilies = ['Dosis', 'Helvetica', 'Times New Roman', 'Source Code Pro', 'Aleo', 'Exo 2'] as const

// biome-ignore format: a table
export const text = defineKind({
  name: 'text', noun: 'texts', path: 'text', singular: 'Text', plural: 'Text Elements',
  names: { en: ['Text', 'Texts'], de: ['Text', 'Texte'] },
  about: 'A line or block of text on the board',
  summary: 'Text on the board.',
  icon: 'M4 6V4h12v2M10 4v12M7.500 16h5',
  takes: ['comments', 'connectors'], searched: 'text', colored: 'backgroundColor',
  agents: {
    about: 'text without a box; fontColor and backgroundColor are hex colors, by default white on red',
    details: ({ fontSize, fontColor, backgroundColor }) => `size=${fontSize} ${fontColor} on ${backgroundColor}`,
  },
  samples: {
    create: { text: 'Next quarter', x: 120, y: -40, fontSize: 32 },
    update: { text: 'This quarter', fontSize: 40 },
  },
  fields: {
    x:               field(integer({ default: 0 }),                            'optional', 'optional', meaning.x),
    y:               field(integer({ default: 0 }),                            'optional', 'optional', meaning.y),
    width:           field(size(),                                             'optional', 'optional', 'Width in board units, at which lines wrap. Computed from the text unless it is set'),
    height:          field(size(),                                             'optional', 'optional', 'Height in board units. Computed from the text unless it is set'),
    text:            field(string(),                                           'required', 'optional', meaning.text),
    fontFamily:      field(oneOf(fontFamilies, 'Dosis'),                       'optional', 'optional', meaning.fontFamily),
    fontSize:        field(integer({ default: 64, minimum: 1, maximum: 2000 }),'optional', 'optional', meaning.fontSize),
    fontColor:       field(color('#ffffff'),                                   'optional', 'optional', meaning.fontColor),
    fontWeight:      field(oneOf(['normal', 'bold'], 'normal'),                'optional', 'optional', meaning.fontWeight),
    fontStyle:       field(oneOf(['normal', 'italic'], 'normal'),              'optional', 'optional', meaning.fontStyle),
    textTransform:   field(oneOf(['inherit', 'uppercase'], 'inherit'),         'optional', 'optional', meaning.textTransform),
    backgroundColor: field(color('#ea3e35'),                                   'optional', 'optional', 'Color behind the text, in hexadecimal; #rrggbb00 for none'),
    pin:             field(boolean({ default: false }),                        'optional', 'optional', meaning.pin),
    rotation:        field(rotation(),                                         'optional', 'optional', meaning.rotation),
  },
})
