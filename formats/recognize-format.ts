// Recognizes the format of a board file by its content; its name decides only between formats that are plain text.

import { formats, type ImportFormat, importFormats } from '@tessera/contract/formats'
import { isObject, own } from './parse-json.ts'

/** Null if it is none of the formats. Pictures that carry a board are recognized before, by their content. */
export function recognizeFormat(bytes: Uint8Array, name: string): ImportFormat | null {
  if (isArchive(bytes)) return 'tessera'
  const start = textStart(bytes)
  if (start === null) return null
  if (start.startsWith('{') || start.startsWith('[')) return recognizeJson(bytes, start) ?? byName(name)
  if (start.startsWith('<')) return /<(mxfile|mxGraphModel)[\s>]/.test(start) ? 'drawio' : null
  if (isMermaid(start)) return 'mermaid'
  return byName(name) ?? (isMarkdown(start) ? 'markdown' : isTable(start) ? 'csv' : null)
}

/** ZIP, gzip or tar. */
function isArchive(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  return head.startsWith('PK\x03\x04') || head.startsWith('\x1f\x8b') || head.slice(257, 262) === 'ustar'
}

const startLength = 8_192

/** Null if it is not text. */
function textStart(bytes: Uint8Array): string | null {
  const label = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(label).decode(bytes.subarray(0, startLength)).trimStart()
  return text.includes('\u0000') ? null : text
}

const jsonMarkers: readonly (readonly [RegExp, ImportFormat])[] = [
  [/"type"\s*:\s*"excalidraw(lib|\/clipboard)?"/, 'excalidraw'],
  [/"tldrawFileFormatVersion"\s*:/, 'tldraw'],
  [/"format"\s*:\s*"tessera"/, 'tessera'],
  [/"format"\s*:\s*"miro"/, 'miro'],
  [/^\{\s*"(nodes|edges)"\s*:\s*\[/, 'jsoncanvas'],
]

/** The start usually tells the formats apart; if not, the whole file is parsed. */
function recognizeJson(bytes: Uint8Array, start: string): ImportFormat | null {
  const found = jsonMarkers.find(([marker]) => marker.test(start))
  if (found) return found[1]
  const file = parse(bytes)
  if (Array.isArray(own(file, 'nodes')) || Array.isArray(own(file, 'edges'))) return 'jsoncanvas'
  if (Array.isArray(own(file, 'elements'))) return 'excalidraw'
  if (isObject(own(file, 'schema')) && Array.isArray(own(file, 'records'))) return 'tldraw'
  return null
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

const mermaidStart =
  /^(?:---\s*\n[\s\S]*?\n---\s*\n)?(?:\s*%%[^\n]*\n|\s)*(graph|flowchart|flowchart-elk|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|journey|gitGraph|timeline|quadrantChart|requirementDiagram|C4Context)\b/

/** Includes diagrams that cannot be read, so that the message can say so. */
const isMermaid = (start: string) => mermaidStart.test(start) && /\n|;/.test(start)

const byExtension = new Map<string, ImportFormat>(
  importFormats.flatMap(format => formats[format].extensions.map(extension => [extension, format] as const)),
)

const byName = (name: string): ImportFormat | null =>
  byExtension.get(/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '') ?? null

const isMarkdown = (start: string) => /^(#{1,6} |[-*+] |\d+\. |```)/m.test(start)

/** Lines with the same number of separators, at least one. */
function isTable(start: string): boolean {
  const lines = start
    .split(/\r?\n/)
    .slice(0, -1)
    .filter(line => line !== '')
  return [',', ';', '\t'].some(separator => {
    const counts = lines.slice(0, 20).map(line => line.replace(/"[^"]*"/g, '').split(separator).length)
    return counts.length > 1 && (counts[0] as number) > 1 && counts.every(count => count === counts[0])
  })
}
