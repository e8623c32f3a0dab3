// An export: a file made of a workspace, for the user who asked for it.

import { Type } from 'typebox'
import { oneOf, orNull, timestamp } from '../values.ts'
import { transferStates } from './import.ts'

export const exportFormats = ['tessera', 'excalidraw', 'jsoncanvas', 'csv', 'markdown', 'png', 'svg', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const Export = Type.Object(
  {
    id: Type.String(),
    state: oneOf(transferStates),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    format: oneOf(exportFormats),
    url: orNull(Type.String({ description: 'The signed URL of the file for a day; null until it is done' })),
    name: orNull(Type.String({ description: 'The name of the file' })),
    size: orNull(Type.Integer({ description: 'Bytes' })),
    error: orNull(Type.String({ description: 'Why it failed' })),
    created_at: timestamp(),
    expires_at: timestamp({ description: 'When the file is removed' }),
  },
  { named: 'Export' },
)

export const OneExport = Type.Object({ export: Export })
