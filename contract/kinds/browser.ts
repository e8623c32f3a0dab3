// A web page shown in a frame on the board.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, size, webAddress } from '../values.ts'

// biome-ignore format: a table
export const browser = defineKind({
  name: 'browser', noun: 'browsers', path: 'browsers', singular: 'a Browser', plural: 'Browsers', takes: ['comments', 'connectors'], searched: 'url',
  fields: {
    x:             field(integer({ default: 0 }),     'optional', 'optional'),
    y:             field(integer({ default: 0 }),     'optional', 'optional'),
    width:         field(size({ default: 800 }),      'optional', 'optional'),
    height:        field(size({ default: 600 }),      'optional', 'optional'),
    contentWidth:  field(size({ default: 1024 }),     'optional', 'never'),
    contentHeight: field(size({ default: 768 }),      'optional', 'never'),
    url:           field(webAddress(),                'required', 'optional'),
    frameless:     field(boolean({ default: false }), 'optional', 'never'),
    pin:           field(boolean({ default: false }), 'optional', 'optional'),
  },
})
