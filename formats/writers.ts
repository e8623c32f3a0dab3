// The writers of the formats that a board can be exported to, except pictures, which are drawn.

import type { ContentExportFormat } from '@tessera/contract/formats'
import type { WriteFormat } from './board-content.ts'
import { writeCsv } from './csv/write-csv.ts'
import { writeExcalidraw } from './excalidraw/write-excalidraw.ts'
import { writeJsonCanvas } from './jsoncanvas/write-jsoncanvas.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { writeTessera } from './tessera/write-tessera.ts'

export interface FormatWriter {
  readonly write: WriteFormat
  /** It yields to the event loop, and reads one file at a time. The others run in a child process. */
  readonly isInSteps?: true
  /** It reads the files of images and documents. */
  readonly takesFiles?: true
}

export const writers: Readonly<Record<ContentExportFormat, FormatWriter>> = {
  tessera: { write: writeTessera, isInSteps: true, takesFiles: true },
  excalidraw: { write: writeExcalidraw, takesFiles: true },
  jsoncanvas: { write: writeJsonCanvas },
  csv: { write: writeCsv },
  markdown: { write: writeMarkdown },
}
