// An uploaded document. Its pages are rendered as pictures and searchable text after the response to the upload.

import { Type } from 'typebox'
import { failureCode } from '../failures.ts'
import { defineKind, field } from '../kind.ts'
import { pictures } from '../picture.ts'
import { boolean, integer, oneOf, orNull, scale, string, title } from '../values.ts'
import { meaning } from './shared-meanings.ts'

export const documentTypes = ['pdf', 'word', 'powerpoint', 'excel'] as const
export const documentStates = ['processing', 'ready', 'failed'] as const

// biome-ignore format: a table
export const document = defineKind({
  name: 'document', noun: 'documents', path: 'documents', singular: 'a Document', plural: 'Documents',
  names: { en: ['Document', 'Documents'], de: ['Dokument', 'Dokumente'] },
  about: 'An uploaded document, shown page by page after processing',
  summary: 'Uploaded documents, shown page by page after processing.',
  icon: 'M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4M7.500 10h5.500M7.500 13.300h5.500',
  takes: ['comments', 'connectors'], searched: 'title', colored: null,
  agents: {
    about: 'PDF or Office file',
    details: ({ type, pages, state }) => `${type} ${pages === null ? state : `pages=${pages}`}`,
  },
  samples: {
    create: { title: 'Report', x: 120, y: 80 },
    update: { y: 160 },
  },
  upload: { field: 'document', maxBytes: 100_000_000, orByUrl: false, exampleName: 'report.pdf', testFile: 'page.pdf' },
  fields: {
    x:        field(integer({ default: 0 }),              'optional', 'optional', meaning.x),
    y:        field(integer({ default: 0 }),              'optional', 'optional', meaning.y),
    type:     field(oneOf(documentTypes),                 'never',    'never', 'Type of the file, recognized by its bytes'),
    title:    field(title(),                              'required', 'never', 'Title that people search for'),
    url:      field(string(),                             'never',    'never', 'Signed URL of the original file. For users without `can_download_assets`, that of the largest picture; empty until there is one'),
    pin:      field(boolean({ default: false }),          'optional', 'optional', meaning.pin),
    scale:    field(scale(),                              'optional', 'optional', meaning.scale),
    state:    field(oneOf(documentStates, 'processing'),  'never',    'never', '`ready` once all pages are rendered, `failed` if that is not possible'),
    pages:    field(orNull(Type.Integer()),               'never',    'never', 'Number of pages; null until it is known'),
    progress: field(integer({ default: 0, minimum: 0, maximum: 100 }), 'never', 'never', 'Percent of the pages that are rendered'),
    pictures: field(pictures(),                           'never',    'never', 'Pictures of the first page: WebP; the smallest first, empty until they are rendered'),
    reason:   field(Type.String(),                        'never',    'never', meaning.reason, { inRecord: 'sometimes' }),
    reasonCode: field(failureCode(),                      'never',    'never', meaning.reasonCode, { inRecord: 'sometimes' }),
  },
})
