// Kinds that only exist in a test: a colored sticker, and a badge that belongs to another object.

import { defineKind, field } from '@tessera/contract/kind'
import { color, integer, objectId, orNull, size, title } from '@tessera/contract/values'
import { Type } from 'typebox'

/** @public Imported by the table that add-toy-kind.ts edits. */
// biome-ignore format: a table
export const sticker = defineKind({
  name: 'sticker', noun: 'stickers', path: 'stickers', singular: 'a Sticker', plural: 'Stickers', about: 'A sticker', takes: ['comments', 'strokes'], searched: 'label',
  fields: {
    x:      field(integer({ default: 0 }),  'optional', 'optional', 'A field of the test'),
    y:      field(integer({ default: 0 }),  'optional', 'optional', 'A field of the test'),
    width:  field(size({ default: 100 }),   'optional', 'optional', 'A field of the test'),
    height: field(size({ default: 100 }),   'optional', 'optional', 'A field of the test'),
    label:  field(title(),                  'required', 'optional', 'A field of the test'),
    fill:   field(color('#ff8800'),         'optional', 'optional', 'A field of the test'),
  },
})

/** @public */
// biome-ignore format: a table
export const badge = defineKind({
  name: 'badge', noun: 'badges', path: 'badges', singular: 'a Badge', plural: 'Badges', about: 'A badge', takes: [], searched: 'label',
  references: {
    hostId: { to: 'strokes', holds: 'id', kindField: 'hostType', onDelete: 'delete', onRestore: 'restore', onCopy: 'follow', onMove: 'follow' },
  },
  fields: {
    label:    field(title(),                'required', 'optional', 'A field of the test'),
    hostId:   field(orNull(objectId()),     'optional', 'never', 'A field of the test'),
    hostType: field(orNull(Type.String()),  'never',    'never', 'A field of the test'),
  },
})
