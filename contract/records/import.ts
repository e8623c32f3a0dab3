// An import: a board file on its way into a workspace, with the report of what came of it.

import { Type } from 'typebox'
import { importErrors, importFormats, importNotices } from '../import-report.ts'
import { box, oneOf, orNull, timestamp } from '../values.ts'

export const transferStates = ['waiting', 'running', 'done', 'failed'] as const

const Notice = Type.Object(
  {
    code: oneOf(Object.keys(importNotices) as (keyof typeof importNotices)[]),
    what: Type.String({ description: 'What it is about' }),
    why: Type.String({ description: 'What was done instead' }),
    count: Type.Integer(),
    ids: Type.Array(Type.String(), { description: 'The first objects that it is about, at most 30' }),
  },
  { named: 'ImportNotice' },
)

const Report = Type.Object(
  {
    created: Type.Integer({ description: 'Objects on the board' }),
    comments: Type.Integer({ description: 'Comments on the board' }),
    adapted: Type.Array(Notice, { description: 'What is on the board, but not as it was in the file' }),
    left_out: Type.Array(Notice, { description: 'What is not on the board' }),
    box: orNull(box({ description: 'Where the objects are' })),
  },
  { named: 'ImportReport' },
)

export const Import = Type.Object(
  {
    id: Type.String(),
    state: oneOf(transferStates),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    format: orNull(oneOf(importFormats, { description: 'Null until the format is recognized' })),
    name: Type.String({ description: 'The name of the file' }),
    report: orNull(Report),
    error: orNull(Type.String({ description: 'Why it failed. Nothing of the file is on the board then' })),
    error_code: orNull(oneOf(importErrors)),
    created_at: timestamp(),
  },
  { named: 'Import' },
)

export const OneImport = Type.Object({ import: Import })
