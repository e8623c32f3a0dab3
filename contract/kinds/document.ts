// An uploaded document. Its pages are rendered as pictures and searchable text after the response to the upload.

import { Type } from 'typebox'
import { failureCode } from '../failures.ts'
import { defineKind, field } from '../kind.ts'
import { pictures } from '../picture.ts'
import { boolean, integer, oneOf, orNull, scale, string, title } from '../values.ts'

export const documentTypes = ['pdf', 'word', 'powerpoint', 'excel'] as const
export const documentStates = ['processing', 'ready', 'failed'] as const

// biome-ignore format: a table
export const document = defineKind({
  name: 'document', noun: 'documents', path: 'documents', singular: 'a Document', plural: 'Documents', takes: ['comments', 'connectors'], searched: 'title',
  upload: { field: 'document', maxBytes: 100_000_000, orByUrl: false },
  fields: {
    x:        field(integer({ default: 0 }),              'optional', 'optional'),
    y:        field(integer({ default: 0 }),              'optional', 'optional'),
    type:     field(oneOf(documentTypes),                 'never',    'never'),
    title:    field(title(),                              'required', 'never'),
    url:      field(string(),                             'never',    'never'),
    pin:      field(boolean({ default: false }),          'optional', 'optional'),
    scale:    field(scale(),                              'optional', 'optional'),
    state:    field(oneOf(documentStates, 'processing'),  'never',    'never'),
    pages:    field(orNull(Type.Integer()),               'never',    'never'),
    progress: field(integer({ default: 0, minimum: 0, maximum: 100 }), 'never', 'never'),
    pictures: field(pictures(),                           'never',    'never'),
    reason:   field(Type.String(),                        'never',    'never', { inRecord: 'sometimes' }),
    reasonCode: field(failureCode(),                      'never',    'never', { inRecord: 'sometimes' }),
  },
})
