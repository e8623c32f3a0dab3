// The writers of the formats that a board can be exported to, except pictures, which are drawn.

import type { ContentExportFormat } from '@tessera/contract/formats'
import type { WriteFormat } from './board-content.ts'
import { writeCsv } from './csv/write-csv.ts'
import { writeExcalidraw } from './excalidraw/write-excalidraw.ts'
import { writeJsonCanvas } from './jsoncanvas/write-jsoncanvas.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { writeTessera } from './tessera/write-tessera.ts'

export const writers: Readonly<Record<ContentExportFormat, WriteFormat>> = {
  tessera: writeTessera,
  excalidraw: writeExcalidraw,
  jsoncanvas: writeJsonCanvas,
  csv: writeCsv,
  markdown: writeMarkdown,
}
