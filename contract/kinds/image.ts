// A picture, uploaded or fetched by the service. Its bytes lie in file storage; `url` is a signed address of ours.

import { defineKind, field } from '../kind.ts'
import { boolean, integer, scale, size, string } from '../values.ts'

// biome-ignore format: a table
export const image = defineKind({
  name: 'image', path: 'images', called: 'an Image', calledMany: 'Images', takes: ['comments', 'strokes'], searched: null,
  upload: { field: 'image', maxBytes: 50_000_000, orByUrl: true },
  fields: {
    x:      field(integer({ default: 0 }),     'optional', 'optional'),
    y:      field(integer({ default: 0 }),     'optional', 'optional'),
    url:    field(string(),                    'never',    'never'),
    width:  field(size(),                      'never',    'never'),
    height: field(size(),                      'never',    'never'),
    pin:    field(boolean({ default: false }), 'optional', 'optional'),
    scale:  field(scale(),                     'optional', 'optional'),
  },
})
