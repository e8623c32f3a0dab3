// The pages of a draw.io file and their cells. A page is XML, or XML that was compressed and written in base64.

import { inflateRawSync } from 'node:zlib'
import { type ImportLimits, UnreadableBoardFile } from '../board-content.ts'
import { parseXml, type XmlElement } from '../xml/parse-xml.ts'

export interface Cell {
  readonly id: string
  readonly ref: string
  readonly value: string
  readonly style: ReadonlyMap<string, string>
  readonly isVertex: boolean
  readonly isEdge: boolean
  readonly parentId: string
  readonly sourceId: string
  readonly targetId: string
  readonly geometry: XmlElement | null
  readonly isVisible: boolean
  /** The address that a click leads to. */
  readonly link: string
}

export interface Page {
  readonly name: string
  readonly cells: readonly Cell[]
  readonly byId: ReadonlyMap<string, Cell>
}

export function pagesIn(source: string, limits: ImportLimits): Page[] {
  const root = parseXml(source, limits)
  const diagrams = root.name === 'mxGraphModel' ? [root] : elementsNamed(root, 'diagram')
  if (diagrams.length === 0) throw new UnreadableBoardFile('damaged', 'The file has no diagram of draw.io')
  const pages: Page[] = []
  let unpacked = 0
  for (const [index, diagram] of diagrams.entries()) {
    const model = diagram.name === 'mxGraphModel' ? diagram : modelOf(diagram, limits, size => (unpacked += size))
    if (unpacked > limits.unpackedBytes)
      throw new UnreadableBoardFile('too_large', 'The file is too large when it is unpacked')
    const cells = cellsIn(model, index)
    pages.push({ name: diagram.attributes.get('name') ?? '', cells, byId: new Map(cells.map(cell => [cell.id, cell])) })
  }
  return pages
}

const elementsNamed = ({ children }: XmlElement, name: string) => children.filter(child => child.name === name)

function modelOf(diagram: XmlElement, limits: ImportLimits, count: (size: number) => void): XmlElement {
  const [model] = elementsNamed(diagram, 'mxGraphModel')
  if (model) return model
  const text = unpack(diagram.text.trim(), limits)
  count(text.length)
  return parseXml(text, limits)
}

function unpack(text: string, limits: ImportLimits): string {
  try {
    return decodeURIComponent(
      inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: limits.unpackedBytes }).toString('utf8'),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new UnreadableBoardFile('too_large', 'The file is too large when it is unpacked')
    throw new UnreadableBoardFile('damaged', 'A page of the file is damaged')
  }
}

function cellsIn(model: XmlElement, page: number): Cell[] {
  const [root] = elementsNamed(model, 'root')
  return (root?.children ?? []).flatMap((element, index) => {
    // Cells with properties are wrapped in an element that has their id and label.
    const cell = element.name === 'mxCell' ? element : elementsNamed(element, 'mxCell')[0]
    return cell ? [cellOf(cell, element, `p${page}c${index}`)] : []
  })
}

function cellOf(cell: XmlElement, outer: XmlElement, ref: string): Cell {
  const attribute = (name: string) => cell.attributes.get(name) ?? ''
  return {
    id: outer.attributes.get('id') ?? attribute('id'),
    ref,
    value: outer.attributes.get('label') ?? attribute('value'),
    style: parseStyle(attribute('style')),
    isVertex: attribute('vertex') === '1',
    isEdge: attribute('edge') === '1',
    parentId: attribute('parent'),
    sourceId: attribute('source'),
    targetId: attribute('target'),
    geometry: elementsNamed(cell, 'mxGeometry')[0] ?? null,
    isVisible: attribute('visible') !== '0',
    link: outer.attributes.get('link') ?? '',
  }
}

/** `ellipse;fillColor=#fff;html=1`: names without a value stand for a shape or a class of styles. */
function parseStyle(style: string): Map<string, string> {
  const parsed = new Map<string, string>()
  for (const entry of style.split(';')) {
    const equals = entry.indexOf('=')
    if (equals > 0) parsed.set(entry.slice(0, equals).trim(), entry.slice(equals + 1).trim())
    else if (entry.trim() !== '' && !parsed.has('name')) parsed.set('name', entry.trim())
  }
  return parsed
}

export const numberIn = (values: ReadonlyMap<string, string> | undefined, name: string, fallback = 0): number => {
  const number = Number(values?.get(name) ?? Number.NaN)
  return Number.isFinite(number) ? number : fallback
}
