// Writes a table with a row for each object that has a text (RFC 4180, with the mark by which spreadsheets recognize UTF-8).

import { kinds } from '@tessera/contract'
import type { BoardContent, ContentObject } from '../board-content.ts'
import { outlineOf } from '../outline.ts'
import { csvColumns } from './csv-columns.ts'
import { escapeFormulas } from './escape-formulas.ts'

export function writeCsv({ objects }: BoardContent): string {
  const outline = outlineOf(objects)
  const canvases = new Set(outline.canvases)
  const placed = [...canvases, ...outline.objects].filter(({ text }) => text !== '')
  const rows = placed.map(one => {
    const { object, text, x, y, width, height } = one
    const canvas = canvases.has(one) ? null : outline.canvasOf(one)
    return [object.kind, object.id, text, x, y, width, height, colorOf(object), canvas?.text ?? '', object.group ?? '']
  })
  return `\ufeff${[csvColumns, ...rows].map(lineOf).join('')}`
}

const colorOf = (object: ContentObject): string => {
  const { colored } = kinds[object.kind]
  return colored === null ? '' : String(object[colored] ?? '')
}

const lineOf = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1_000) / 1_000)
  const text = escapeFormulas(String(value))
  return /^\s|[",;\t\r\n]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
