// An export: a file made of a workspace, for the user who asked for it.

import { Type } from 'typebox'
import { exportFormats } from '../formats.ts'
import { oneOf, orNull, text, timestamp, whole } from '../values.ts'
import { transferStates } from './import.ts'

export const Export = Type.Object(
  {
    id: text('Identifies the export'),
    state: oneOf(transferStates, { description: 'Whether it is waiting, running, done or failed' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent done' }),
    format: oneOf(exportFormats, { description: 'Format of the file' }),
    url: orNull(text('The signed URL of the file for a day; null until it is done')),
    name: orNull(text('The name of the file; null until it is done')),
    size: orNull(whole('Size of the file in bytes; null until it is done')),
    error: orNull(text('Why it failed; null if it did not')),
    created_at: timestamp({ description: 'When it was requested' }),
    expires_at: timestamp({ description: 'When the file is deleted' }),
  },
  { named: 'Export', description: 'An export of a workspace, for the user who requested it' },
)

export const OneExport = Type.Object({ export: Export })
