// An import: a board file on its way into a workspace, with the report of what came of it.

import { Type } from 'typebox'
import { importFormats } from '../formats.ts'
import { importErrors, importNotices } from '../import-report.ts'
import { box, oneOf, orNull, text, timestamp, whole } from '../values.ts'

export const transferStates = ['waiting', 'running', 'done', 'failed'] as const

const Notice = Type.Object(
  {
    code: oneOf(Object.keys(importNotices) as (keyof typeof importNotices)[], {
      description: 'Code of the notice, for programs',
      named: 'ImportNoticeCode',
    }),
    what: text('Subject of the notice, in English'),
    why: text('What was done instead, in English'),
    count: whole('Number of objects, comments or values that are affected'),
    ids: Type.Array(Type.String(), { description: 'Ids of the first affected objects, at most 30' }),
  },
  { named: 'ImportNotice', description: 'A difference between the file and the board' },
)

const Report = Type.Object(
  {
    created: whole('Number of imported objects'),
    comments: whole('Number of imported comments'),
    adapted: Type.Array(Notice, { description: 'Content that was imported with differences from the file' }),
    left_out: Type.Array(Notice, { description: 'Content that was not imported' }),
    box: orNull(box({ description: 'The area that the objects cover; null if there are none' })),
  },
  { named: 'ImportReport', description: 'The result of an import' },
)

export const Import = Type.Object(
  {
    id: text('Identifies the import'),
    state: oneOf(transferStates, { description: 'Whether it is waiting, running, done or failed' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent done' }),
    format: orNull(oneOf(importFormats, { description: 'Format of the file; null until it is recognized' })),
    name: text('The name of the file'),
    report: orNull(Report),
    error: orNull(text('Why it failed, in English. In that case nothing from the file is on the board')),
    error_code: orNull(oneOf(importErrors, { description: 'Why it failed, for programs; null if it did not' })),
    created_at: timestamp({ description: 'When it was requested' }),
  },
  { named: 'Import', description: 'An import of a board file into a workspace' },
)

export const OneImport = Type.Object({ import: Import })
