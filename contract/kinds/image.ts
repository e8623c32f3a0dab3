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
  name: 'image', noun: 'images', path: 'images', singular: 'an Image', plural: 'Images', about: 'An image, uploaded or fetched from a web address', takes: ['comments', 'strokes', 'connectors'], searched: 'name',
  upload: { field: 'image', maxBytes: 50_000_000, orByUrl: true },
  fields: {
    x:        field(integer({ default: 0 }),     'optional', 'optional', meaning.x),
    y:        field(integer({ default: 0 }),     'optional', 'optional', meaning.y),
    url:      field(string(),                    'never',    'never', 'Signed URL of the original file. For users who may not download it, that of the largest picture; empty until there is one'),
    width:    field(size(),                      'never',    'never', 'Natural width in pixels'),
    height:   field(size(),                      'never',    'never', 'Natural height in pixels'),
    animated: field(boolean({ default: false }), 'never',    'never', 'Whether the image moves'),
    pictures: field(pictures(),                  'never',    'never', 'What the board shows: WebP, upright, without metadata; the smallest first, empty until they are rendered'),
    reason:   field(Type.String(),               'never',    'never', meaning.reason, { inRecord: 'sometimes' }),
    reasonCode: field(failureCode(),             'never',    'never', meaning.reasonCode, { inRecord: 'sometimes' }),
    name:     field(string({ maxLength: 255, default: '' }), 'optional', 'optional', 'Name that people search for. The name of the file if it is not given'),
    pin:      field(boolean({ default: false }), 'optional', 'optional', meaning.pin),
    scale:    field(scale(),                     'optional', 'optional', meaning.scale),
    rotation: field(rotation(),                  'optional', 'optional', meaning.rotation),
  },
})
