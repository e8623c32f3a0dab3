// Reads comma-separated values: a note for each row. Columns with the names of fields, as Tessera writes them, become those
// fields; the others are lines of the note, with their names.

import { type Kind, type KindName, kindOf, kinds } from '@tessera/contract'
import type { Field } from '@tessera/contract/kind'
import type { Renderer } from '@tessera/drawing/renderer'
import { renderers } from '@tessera/drawing/renderers'
import {
  type ImportedBoard,
  type ImportedObject,
  ImportReport,
  type ReadFormat,
  UnreadableBoardFile,
} from '../board-content.ts'
import { hexColor, nearestFill } from '../css-color.ts'
import { decodeText } from '../parse-json.ts'
import { csvColumns } from './csv-columns.ts'
import { unescapeFormulas } from './escape-formulas.ts'
import { parseCsv } from './parse-csv.ts'

export const readCsv: ReadFormat = (bytes, limits): ImportedBoard => {
  const text = decodeText(bytes)
  if (text.includes('\u0000')) throw new UnreadableBoardFile('not_recognized', 'The file is not a table in CSV format')
  const report = new ImportReport()
  const rows: string[][] = []
  for (const row of parseCsv(text)) {
    if (row.every(cell => cell === '')) {
      if (row.length > 1) report.leaveOut('row_empty')
      continue
    }
    rows.push(row)
    // One more than allowed is enough to be refused.
    if (rows.length > limits.objects + 1) break
  }
  const header = headerOf(rows)
  const objects = (header ? rows.slice(1) : rows).map((row, index) => readRow(row, header, index))
  return { objects: laidOut(objects), files: [], adapted: report.adapted, left_out: report.left_out }
}

type Column = 'text' | 'kind' | 'x' | 'y' | 'width' | 'height' | 'rotation' | 'scale' | 'color' | 'url' | 'group' | 'id'

interface Header {
  /** Whether Tessera wrote the table. */
  readonly isOwn: boolean
  readonly names: readonly string[]
  readonly columns: ReadonlyMap<number, Column>
}

/** Names of columns, in lower case. */
const columnNames: Readonly<Record<Column, readonly string[]>> = {
  text: ['text', 'title', 'name', 'note', 'content', 'label', 'titel', 'notiz', 'inhalt', 'bezeichnung'],
  kind: ['kind', 'type', 'art', 'typ'],
  x: ['x'],
  y: ['y'],
  width: ['width', 'breite'],
  height: ['height', 'höhe'],
  rotation: ['rotation', 'drehung'],
  scale: ['scale'],
  color: ['color', 'backgroundcolor', 'colour', 'farbe'],
  url: ['url', 'address', 'link', 'adresse'],
  group: ['group', 'gruppe'],
  id: ['id'],
}

const maxNameLength = 100

/** Null if the first row is a row like the others. */
function headerOf([first, ...others]: readonly string[][]): Header | null {
  if (!first) return null
  const columns = new Map<number, Column>()
  for (const [index, cell] of first.entries()) {
    const found = Object.entries(columnNames).find(([, names]) => names.includes(cell.toLowerCase()))?.[0] as Column
    if (found && ![...columns.values()].includes(found)) columns.set(index, found)
  }
  if (columns.size === 0 && !looksLikeHeader(first, others)) return null
  if (![...columns.values()].includes('text')) {
    const rest = first.findIndex((_, index) => !columns.has(index))
    if (rest >= 0) columns.set(rest, 'text')
  }
  // The names are repeated in every row.
  const names = first.map(name => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name))
  return { isOwn: first.join() === csvColumns.join(), names, columns }
}

/** True for text above a column of numbers. */
function looksLikeHeader(first: readonly string[], others: readonly string[][]): boolean {
  const isNumber = (cell: string | undefined) => cell !== undefined && cell !== '' && Number.isFinite(Number(cell))
  if (first.some(cell => cell === '' || isNumber(cell)) || others.length === 0) return false
  return first.some((_, index) => others.slice(0, 20).every(row => isNumber(row[index])))
}

function readRow(row: readonly string[], header: Header | null, index: number): ImportedObject {
  const cells: Partial<Record<Column, string>> = {}
  const rest: string[] = []
  for (const [at, cell] of row.entries()) {
    const column = header ? header.columns.get(at) : at === 0 ? 'text' : undefined
    if (column) cells[column] = header?.isOwn ? unescapeFormulas(cell) : cell
    else if (cell !== '') rest.push(header?.names[at] ? `${header.names[at]}: ${cell}` : cell)
  }
  const text = [cells.text ?? '', ...rest].filter(line => line !== '').join('\n')
  const kind = kindFor(cells)
  const group = cells.group ? { group: cells.group } : {}
  const ref = `${cells.id || 'row'}-${index + 1}`
  return {
    ref,
    kind,
    data: { ...numbersIn(cells), ...textOf(kind, text), ...colorOf(kind, cells.color), ...urlOf(kind, cells) },
    ...group,
  }
}

function kindFor({ kind = '', url = '' }: Partial<Record<Column, string>>): KindName {
  const named = kindOf(kind.toLowerCase())
  if (!named || !fitsRow(named)) return 'note'
  return needsAddress(named) && !/^https?:\/\//i.test(url) ? 'note' : (named.name as KindName)
}

/** An image or a drawn line needs more than a row has. */
const fitsRow = ({ upload, creatable, fields, searched }: Kind): boolean =>
  upload === undefined &&
  creatable.includes('x') &&
  creatable.every(name => fields[name]?.onCreate === 'optional' || name === searched)

const needsAddress = ({ fields }: Kind): boolean => fields.url?.onCreate === 'required'

const numericColumns = ['x', 'y', 'width', 'height', 'rotation', 'scale'] as const

function numbersIn(cells: Partial<Record<Column, string>>): Record<string, number> {
  const found = numericColumns.flatMap((name): [string, number][] => {
    const cell = cells[name]
    const number = cell === undefined || cell === '' ? Number.NaN : Number(cell)
    return Number.isFinite(number) ? [[name, number]] : []
  })
  return Object.fromEntries(found)
}

/** Sets the field that is searched, which holds the text of the object. */
function textOf(kind: KindName, text: string): Record<string, unknown> {
  const { searched, creatable } = kinds[kind] as Kind
  return searched !== null && creatable.includes(searched) ? { [searched]: text } : {}
}

const urlOf = (kind: KindName, { url }: Partial<Record<Column, string>>) => (needsAddress(kinds[kind]) ? { url } : {})

/** The name of a color, or the most similar one. */
function colorOf(kind: KindName, color: string | undefined): Record<string, unknown> {
  const { colored, fields } = kinds[kind] as Kind
  if (!color || colored === null) return {}
  const { enum: names } = (fields[colored] as Field).schema as { enum?: readonly string[] }
  if (!names) {
    const hex = hexColor(color)
    return hex ? { [colored]: hex } : {}
  }
  const { swatches } = renderers[kind] as Renderer<never>
  const named = names.find(name => name.toLowerCase() === color.toLowerCase())
  const found = named ?? (swatches ? nearestFill(color, swatches) : null)
  return found ? { [colored]: found } : {}
}

const [columnWidth, rowHeight] = [600, 360]

/** Rows without a position lie in a grid that is about as wide as it is high, below those that have one. */
function laidOut(objects: readonly ImportedObject[]): ImportedObject[] {
  const isPlaced = ({ data }: ImportedObject) => data.x !== undefined && data.y !== undefined
  const bottoms = objects
    .filter(isPlaced)
    .map(({ data }) => (data.y as number) + ((data.height as number | undefined) ?? rowHeight))
  const top = bottoms.length === 0 ? 0 : bottoms.reduce((most, one) => Math.max(most, one)) + rowHeight
  const free = objects.filter(object => !isPlaced(object)).length
  const columns = Math.max(1, Math.round(Math.sqrt((free * rowHeight) / columnWidth)))
  let next = 0
  return objects.map(object => {
    if (isPlaced(object)) return object
    const place = { x: (next % columns) * columnWidth, y: top + Math.floor(next / columns) * rowHeight }
    next += 1
    return { ...object, data: { ...object.data, ...place } }
  })
}
