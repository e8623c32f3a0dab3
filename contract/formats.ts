// The formats of files that boards are read from and written to, a row each. Everything that lists formats reads this
// table; the compiler requires a reader or writer for each in formats/.

export interface FormatRow {
  readonly title: string
  readonly holds: 'content' | 'picture'
  readonly mediaType: string
  /** Without the dot. A written file has the first one. */
  readonly extensions: readonly string[]
  /** Extensions of other formats, too: only the content tells them apart. */
  readonly sharedExtensions?: readonly string[]
  /** Whether it is read from a file, or fetched from a service. */
  readonly import: 'file' | 'service' | null
  /** Whether an export has it. Every picture format can be requested as a picture, too. */
  readonly export: boolean
  readonly hasPixels?: true
  /** Whether a picture can carry the objects that it shows. */
  readonly canEmbed?: true
  /** How a picture carries content of this format: the keywords of text chunks in PNG, and a text in SVG. */
  readonly embedded?: { readonly pngKeywords: readonly string[]; readonly svgMarker: string }
}

// biome-ignore format: a table
export const formats = {
  tessera:    { title: 'Tessera',     holds: 'content', import: 'file',    export: true,  extensions: ['tessera'], mediaType: 'application/zip',
                embedded: { pngKeywords: ['tessera'], svgMarker: '<metadata id="tessera"' } },
  excalidraw: { title: 'Excalidraw',  holds: 'content', import: 'file',    export: true,  extensions: ['excalidraw', 'excalidrawlib'], sharedExtensions: ['json'], mediaType: 'application/vnd.excalidraw+json',
                embedded: { pngKeywords: ['application/vnd.excalidraw+json'], svgMarker: 'payload-type:application/vnd.excalidraw' } },
  tldraw:     { title: 'tldraw',      holds: 'content', import: 'file',    export: false, extensions: ['tldr'], sharedExtensions: ['json'], mediaType: 'application/vnd.tldraw+json' },
  jsoncanvas: { title: 'JSON Canvas', holds: 'content', import: 'file',    export: true,  extensions: ['canvas'], sharedExtensions: ['json'], mediaType: 'application/json' },
  csv:        { title: 'CSV',         holds: 'content', import: 'file',    export: true,  extensions: ['csv', 'tsv'], mediaType: 'text/csv; charset=utf-8' },
  markdown:   { title: 'Markdown',    holds: 'content', import: 'file',    export: true,  extensions: ['md', 'markdown'], mediaType: 'text/markdown; charset=utf-8' },
  mermaid:    { title: 'Mermaid',     holds: 'content', import: 'file',    export: false, extensions: ['mmd', 'mermaid'], mediaType: 'text/vnd.mermaid' },
  drawio:     { title: 'draw.io',     holds: 'content', import: 'file',    export: false, extensions: ['drawio', 'dio'], sharedExtensions: ['xml'], mediaType: 'application/vnd.jgraph.mxfile',
                embedded: { pngKeywords: ['mxfile', 'mxGraphModel'], svgMarker: '&lt;mxfile' } },
  miro:       { title: 'Miro',        holds: 'content', import: 'service', export: false, extensions: [], sharedExtensions: ['json'], mediaType: 'application/json' },
  png:        { title: 'PNG',         holds: 'picture', import: null,      export: true,  extensions: ['png'], mediaType: 'image/png', hasPixels: true, canEmbed: true },
  webp:       { title: 'WebP',        holds: 'picture', import: null,      export: false, extensions: ['webp'], mediaType: 'image/webp', hasPixels: true },
  svg:        { title: 'SVG',         holds: 'picture', import: null,      export: true,  extensions: ['svg'], mediaType: 'image/svg+xml', canEmbed: true },
  pdf:        { title: 'PDF',         holds: 'picture', import: null,      export: true,  extensions: ['pdf'], mediaType: 'application/pdf' },
} as const satisfies Readonly<Record<string, FormatRow>>

export type Format = keyof typeof formats
type FormatsWith<Columns> = { [F in Format]: (typeof formats)[F] extends Columns ? F : never }[Format]

export type ImportFormat = FormatsWith<{ import: string }>
/** What a file can be imported as; the others are fetched from a service. */
export type FileImportFormat = FormatsWith<{ import: 'file' }>
export type ExportFormat = FormatsWith<{ export: true }>
/** An export with the content of a board, not a picture of it. */
export type ContentExportFormat = FormatsWith<{ export: true; holds: 'content' }>
export type PictureFormat = FormatsWith<{ holds: 'picture' }>
export type PixelFormat = FormatsWith<{ hasPixels: true }>
export type EmbeddingFormat = FormatsWith<{ canEmbed: true }>
/** What pictures carry. */
export type EmbeddedFormat = FormatsWith<{ embedded: object }>

export const importFormats = listFormats<ImportFormat>(row => row.import !== null)
export const fileImportFormats = listFormats<FileImportFormat>(row => row.import === 'file')
export const exportFormats = listFormats<ExportFormat>(row => row.export)
export const contentExportFormats = listFormats<ContentExportFormat>(row => row.export && row.holds === 'content')
export const pictureFormats = listFormats<PictureFormat>(row => row.holds === 'picture')
export const pixelFormats = listFormats<PixelFormat>(row => row.hasPixels === true)
export const embeddingFormats = listFormats<EmbeddingFormat>(row => row.canEmbed === true)

export const formatRow = (format: Format): FormatRow => formats[format]

export const isPictureFormat = (format: Format): format is PictureFormat => formatRow(format).holds === 'picture'
export const hasPixels = (format: Format): format is PixelFormat => formatRow(format).hasPixels === true
export const canEmbed = (format: Format): format is EmbeddingFormat => formatRow(format).canEmbed === true

/** The extension of files that are written. */
export function extensionOf(format: ExportFormat | PictureFormat): string {
  return formats[format].extensions[0]
}

/** The extensions of files that can be imported, without the dot, including those that do not tell the format. */
export const boardExtensions: ReadonlySet<string> = new Set(
  importFormats.flatMap(format => [...formatRow(format).extensions, ...(formatRow(format).sharedExtensions ?? [])]),
)

/** What a file chooser accepts: files that can be imported, and pictures that may carry a board. */
export const boardFileNames = [...boardExtensions, ...embeddingFormats.map(extensionOf)]
  .map(extension => `.${extension}`)
  .join(',')

/** `tessera, csv or png`. */
export const joinNames = (names: readonly string[], last: 'and' | 'or'): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(text => text !== '').join(` ${last} `)

function listFormats<F extends Format>(accepts: (row: FormatRow) => boolean): readonly F[] {
  return Object.entries<FormatRow>(formats)
    .filter(([, row]) => accepts(row))
    .map(([name]) => name as F)
}
