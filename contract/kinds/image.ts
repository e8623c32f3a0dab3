// A picture, uploaded or fetched by the service. `url` is a signed URL of the original, for users who may download it. The
// board shows the pictures that are rendered of it after the response to the upload.

import { Type } from 'typebox'
import { failureCode } from '../failures.ts'
import { defineKind, field } from '../kind.ts'
import { pictures } from '../picture.ts'
import { boolean, integer, rotation, scale, size, string } from '../values.ts'
import { meaning } from './shared-meanings.ts'

// biome-ignore format: a table
export const image = defineKind({
  name: 'image', noun: 'images', path: 'images', singular: 'an Image', plural: 'Images',
  names: { en: ['Image', 'Images'], de: ['Bild', 'Bilder'] },
  about: 'An image, uploaded or fetched from a web address',
  summary: 'Images, uploaded or fetched by URL.',
  icon: 'M3 4h14v12H3zM3 13.500l4-4 3.500 3.500 2.500-2.500 4 4M12.800 6.800a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400z',
  takes: ['comments', 'strokes', 'connectors'], searched: 'name', colored: null,
  agents: { about: 'picture' },
  samples: {
    create: { url: 'https://example.com/picture.png', x: 120, y: 80 },
    update: { x: 240 },
  },
  upload: { field: 'image', maxBytes: 50_000_000, orByUrl: true, exampleName: 'picture.png', testFile: 'plain.png' },
  fields: {
    x:        field(integer({ default: 0 }),     'optional', 'optional', meaning.x),
    y:        field(integer({ default: 0 }),     'optional', 'optional', meaning.y),
    url:      field(string(),                    'never',    'never', 'Signed URL of the original file. For users without `can_download_assets`, that of the largest picture; empty until there is one'),
    width:    field(size(),                      'never',    'never', 'Natural width in pixels'),
    height:   field(size(),                      'never',    'never', 'Natural height in pixels'),
    animated: field(boolean({ default: false }), 'never',    'never', 'Whether the image moves'),
    pictures: field(pictures(),                  'never',    'never', 'The pictures that the board shows: WebP, upright, without metadata; the smallest first, empty until they are rendered'),
    reason:   field(Type.String(),               'never',    'never', meaning.reason, { inRecord: 'sometimes' }),
    reasonCode: field(failureCode(),             'never',    'never', meaning.reasonCode, { inRecord: 'sometimes' }),
    name:     field(string({ maxLength: 255, default: '' }), 'optional', 'optional', 'Name that people search for. The name of the file if it is not given'),
    pin:      field(boolean({ default: false }), 'optional', 'optional', meaning.pin),
    scale:    field(scale(),                     'optional', 'optional', meaning.scale),
    rotation: field(rotation(),                  'optional', 'optional', meaning.rotation),
  },
})
