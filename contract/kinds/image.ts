// A picture, uploaded or fetched by the service. `url` is a signed URL of the original, for users who may download it. The
// board shows the pictures that are rendered of it after the response to the upload.

import { Type } from 'typebox'
import { failureCode } from '../failures.ts'
import { defineKind, field } from '../kind.ts'
import { pictures } from '../picture.ts'
import { boolean, integer, rotation, scale, size, string } from '../values.ts'

// biome-ignore format: a table
export const image = defineKind({
  name: 'image', noun: 'images', path: 'images', singular: 'an Image', plural: 'Images', takes: ['comments', 'strokes', 'connectors'], searched: 'name',
  upload: { field: 'image', maxBytes: 50_000_000, orByUrl: true },
  fields: {
    x:        field(integer({ default: 0 }),     'optional', 'optional'),
    y:        field(integer({ default: 0 }),     'optional', 'optional'),
    url:      field(string(),                    'never',    'never'),
    width:    field(size(),                      'never',    'never'),
    height:   field(size(),                      'never',    'never'),
    animated: field(boolean({ default: false }), 'never',    'never'),
    pictures: field(pictures(),                  'never',    'never'),
    reason:   field(Type.String(),               'never',    'never', { inRecord: 'sometimes' }),
    reasonCode: field(failureCode(),             'never',    'never', { inRecord: 'sometimes' }),
    name:     field(string({ maxLength: 255, default: '' }), 'optional', 'optional'),
    pin:      field(boolean({ default: false }), 'optional', 'optional'),
    scale:    field(scale(),                     'optional', 'optional'),
    rotation: field(rotation(),                  'optional', 'optional'),
  },
})
