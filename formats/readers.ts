// The readers of the formats that can be imported. One is loaded when a file of its format comes, in the child process.

import type { ImportFormat } from '@tessera/contract/formats'
import type { ReadFormat } from './board-content.ts'

export const readers: Readonly<Record<ImportFormat, () => Promise<ReadFormat>>> = {
  excalidraw: async () => (await import('./excalidraw/read-excalidraw.ts')).readExcalidraw,
  tessera: async () => (await import('./tessera/read-tessera.ts')).readTessera,
  jsoncanvas: async () => (await import('./jsoncanvas/read-jsoncanvas.ts')).readJsonCanvas,
  csv: async () => (await import('./csv/read-csv.ts')).readCsv,
  markdown: async () => (await import('./markdown/read-markdown.ts')).readMarkdown,
  drawio: async () => (await import('./drawio/read-drawio.ts')).readDrawio,
  miro: async () => (await import('./miro/read-miro.ts')).readMiro,
  mermaid: async () => (await import('./mermaid/read-mermaid.ts')).readMermaid,
  tldraw: async () => (await import('./tldraw/read-tldraw.ts')).readTldraw,
}
