// Recognizes the format of a board file by its content; its name decides only between formats that are plain text.

import type { ImportFormat } from '@tessera/contract/import-report'

/** Null if it is none of the formats. */
export function recognizeFormat(_bytes: Uint8Array, name: string): ImportFormat | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  return extensions.get(extension) ?? null
}

const extensions = new Map<string, ImportFormat>([
  ['tessera', 'tessera'],
  ['canvas', 'jsoncanvas'],
  ['csv', 'csv'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
])
