// A web page shown in a frame on the board.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, size, webAddress } from '../values.ts'
import { meaning } from './shared-meanings.ts'

// biome-ignore format: a table
export const browser = defineKind({
  name: 'browser', noun: 'browsers', path: 'browsers', singular: 'a Browser', plural: 'Browsers',
  names: { en: ['Web page', 'Web pages'], de: ['Webseite', 'Webseiten'] },
  about: 'A web page in a frame on the board',
  summary: 'Web pages embedded in the board.',
  icon: 'M3 4h14v12H3zM3 7.500h14M5.500 5.800h.01M7.500 5.800h.01',
  takes: ['comments', 'connectors'], searched: 'url', colored: null,
  agents: { about: 'web page' },
  samples: {
    create: { url: 'https://example.com', x: 120, y: 80 },
    update: { width: 800 },
  },
  fields: {
    x:             field(integer({ default: 0 }),     'optional', 'optional', meaning.x),
    y:             field(integer({ default: 0 }),     'optional', 'optional', meaning.y),
    width:         field(size({ default: 800 }),      'optional', 'optional', meaning.width),
    height:        field(size({ default: 600 }),      'optional', 'optional', meaning.height),
    contentWidth:  field(size({ default: 1024 }),     'optional', 'never', 'Width of the web page in the frame. Content that is larger than the frame scrolls'),
    contentHeight: field(size({ default: 768 }),      'optional', 'never', 'Height of the web page in the frame'),
    url:           field(webAddress(),                'required', 'optional', 'Address of the web page: http or https'),
    frameless:     field(boolean({ default: false }), 'optional', 'never', 'True: it has no toolbar and no border'),
    pin:           field(boolean({ default: false }), 'optional', 'optional', meaning.pin),
  },
})
