// Kinds that only exist in a test: a colored sticker, and a badge that belongs to another object.

import { defineKind, field } from '@tessera/contract/kind'
import { color, integer, objectId, orNull, size, title } from '@tessera/contract/values'
import { Type } from 'typebox'

/** @public Imported by the table that add-toy-kind.ts edits. */
// biome-ignore format: a table
export const sticker = defineKind({
  name: 'sticker', noun: 'stickers', path: 'stickers', singular: 'a Sticker', plural: 'Stickers', takes: ['comments', 'strokes'], searched: 'label',
  fields: {
    x:      field(integer({ default: 0 }),  'optional', 'optional'),
    y:      field(integer({ default: 0 }),  'optional', 'optional'),
    width:  field(size({ default: 100 }),   'optional', 'optional'),
    height: field(size({ default: 100 }),   'optional', 'optional'),
    label:  field(title(),                  'required', 'optional'),
    fill:   field(color('#ff8800'),         'optional', 'optional'),
  },
})

/** @public */
// biome-ignore format: a table
export const badge = defineKind({
  name: 'badge', noun: 'badges', path: 'badges', singular: 'a Badge', plural: 'Badges', takes: [], searched: 'label',
  references: {
    hostId: { to: 'strokes', holds: 'id', kindField: 'hostType', onDelete: 'delete', onRestore: 'restore', onCopy: 'follow', onMove: 'follow' },
  },
  fields: {
    label:    field(title(),                'required', 'optional'),
    hostId:   field(orNull(objectId()),     'optional', 'never'),
    hostType: field(orNull(Type.String()),  'never',    'never'),
  },
})
