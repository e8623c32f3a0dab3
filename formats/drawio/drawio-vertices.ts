// The vertices of a diagram: shapes, texts, images, containers and groups.

import type { BoardBuilder } from '../board-builder.ts'
import type { PlacedBox } from '../board-content.ts'
import { hexColor, hexColorOrNone, nearestCanvasColor } from '../css-color.ts'
import { decodeDataUrl } from '../data-url.ts'
import { htmlText } from '../html-text.ts'
import { type FontFamily, freeText, linkedText, plainText } from '../imported-text.ts'
import { type Cell, numberIn, type Page } from './drawio-page.ts'

export interface XY {
  readonly x: number
  readonly y: number
}

export interface Diagram {
  readonly page: Page
  readonly builder: BoardBuilder
  readonly offset: XY
  /** Where the coordinates of the children of a cell start, by id. */
  readonly origins: Map<string, XY>
  /** The labels of edges, by the id of the edge. */
  readonly labels: ReadonlyMap<string, readonly Cell[]>
}

const maxNesting = 100

/** On the board. Coordinates count from the parent. */
export function originOf(id: string, diagram: Diagram, depth = 0): XY {
  const known = diagram.origins.get(id)
  if (known) return known
  const cell = diagram.page.byId.get(id)
  if (!cell?.isVertex || depth > maxNesting) return diagram.offset
  const parent = originOf(cell.parentId, diagram, depth + 1)
  const { attributes } = cell.geometry ?? {}
  const isRelative = attributes?.get('relative') === '1'
  const size = sizeOf(diagram.page.byId.get(cell.parentId))
  const x = numberIn(attributes, 'x') * (isRelative ? size.width : 1)
  const y = numberIn(attributes, 'y') * (isRelative ? size.height : 1)
  const origin = { x: parent.x + x, y: parent.y + y }
  diagram.origins.set(id, origin)
  return origin
}

const sizeOf = (cell: Cell | undefined) => ({
  width: Math.max(1, numberIn(cell?.geometry?.attributes, 'width', 1)),
  height: Math.max(1, numberIn(cell?.geometry?.attributes, 'height', 1)),
})

export const boxOf = (cell: Cell, diagram: Diagram): PlacedBox => ({ ...originOf(cell.id, diagram), ...sizeOf(cell) })

const isGroup = (cell: Cell | undefined) => cell?.style.get('name') === 'group'

/** The outermost group that it is in. */
export function groupOf(cell: Cell, diagram: Diagram): string | undefined {
  let group: string | undefined
  let parent = diagram.page.byId.get(cell.parentId)
  for (let depth = 0; parent && depth < maxNesting; depth++) {
    if (isGroup(parent)) group = parent.ref
    parent = diagram.page.byId.get(parent.parentId)
  }
  return group
}

export function addVertex(cell: Cell, diagram: Diagram): void {
  const { builder } = diagram
  const name = shapeOf(cell)
  if (!cell.isVisible || diagram.page.byId.get(cell.parentId)?.isVisible === false)
    builder.report.adapt('layer_hidden', cell.ref)
  if (isGroup(cell) && cell.value === '') return
  const placed = { ref: cell.ref, group: groupOf(cell, diagram) }
  const box = boxOf(cell, diagram)
  if (name === 'text' || name === 'label' || cell.style.get('text') === '1') addText(cell, box, placed, diagram)
  else if (name === 'image' || cell.style.has('image')) addImage(cell, box, placed, diagram)
  else if (name === 'swimlane' || name === 'table') {
    const color = hexColor(cell.style.get('fillColor') ?? '')
    const borderColor = color === null || color === '#ffffff' ? 'Gray' : nearestCanvasColor(color)
    builder.add('canvas', { ...box, name: plainOf(cell) || 'Container', borderColor }, placed)
  } else addShape(cell, name, box, placed, diagram)
}

const shapeOf = ({ style }: Cell): string => {
  const shape = style.get('shape') ?? style.get('name') ?? ''
  return shape === '' ? 'rectangle' : shape
}

const plainOf = (cell: Cell) =>
  textOf(cell)
    .replace(/\s*\n\s*/g, ' ')
    .trim()

export const textOf = ({ value, style, link }: Pick<Cell, 'value' | 'style' | 'link'>): string => {
  const text = style.get('html') === '1' ? htmlText(value) : plainText(value).trim()
  return (link !== '' && linkedText(text, link)) || text
}

/** By the name of the shape; forms that are only similar are marked. */
// biome-ignore format: a table
const forms: Readonly<Record<string, readonly [form: string, isSimilar?: true]>> = {
  rectangle: ['rectangle'], rounded: ['rounded'], ellipse: ['ellipse'], doubleEllipse: ['ellipse', true],
  rhombus: ['diamond'], hexagon: ['hexagon'], cylinder: ['cylinder'], cylinder2: ['cylinder'], cylinder3: ['cylinder'],
  datastore: ['cylinder'], cloud: ['cloud'], parallelogram: ['parallelogram'], trapezoid: ['parallelogram', true],
  callout: ['callout'], singleArrow: ['arrow'], step: ['arrow', true], triangle: ['triangle'], 'mxgraph.basic.star': ['star'],
  'mxgraph.flowchart.decision': ['diamond'], 'mxgraph.flowchart.database': ['cylinder'], 'mxgraph.flowchart.data': ['parallelogram'],
  'mxgraph.flowchart.preparation': ['hexagon'], 'mxgraph.flowchart.terminator': ['rounded'], 'mxgraph.flowchart.process': ['rectangle'],
}

/** The triangle of draw.io points to the right unless it says otherwise. */
const turns: Readonly<Record<string, number>> = { north: 0, east: 90, south: 180, west: 270 }

function addShape(cell: Cell, name: string, box: PlacedBox, placed: PlacedRef, { builder }: Diagram): void {
  const { style } = cell
  const known = Object.hasOwn(forms, name) ? forms[name] : undefined
  const [form, isSimilar] = known ?? ['rectangle', true]
  if (isSimilar) builder.report.adapt('form_replaced', cell.ref)
  const isRounded = form === 'rectangle' && style.get('rounded') === '1'
  const turn = name === 'triangle' ? (turns[style.get('direction') ?? 'east'] ?? 90) : 0
  builder.add(
    'shape',
    {
      ...turnedBox(box, turn),
      rotation: (((numberIn(style, 'rotation') + turn) % 360) + 360) % 360,
      form: isRounded ? 'rounded' : form,
      text: textOf(cell),
      ...colorsOf(style),
      ...fontOf(style),
      textAlign: alignOf(style, 'center'),
      verticalAlign: verticalOf(style),
      pin: style.get('locked') === '1',
    },
    placed,
  )
}

interface PlacedRef {
  readonly ref: string
  readonly group: string | undefined
}

function turnedBox(box: PlacedBox, turn: number): PlacedBox {
  if (turn % 180 === 0) return box
  const [width, height] = [box.height, box.width]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

function colorsOf(style: ReadonlyMap<string, string>) {
  const opacity = numberIn(style, 'opacity', 100) / 100
  const fill = style.get('fillColor') ?? '#ffffff'
  const stroke = style.get('strokeColor') ?? '#000000'
  return {
    fill:
      hexColorOrNone(fill === 'default' ? '#ffffff' : fill, opacity * (numberIn(style, 'fillOpacity', 100) / 100)) ??
      '#ffffff',
    borderColor: hexColorOrNone(stroke === 'default' ? '#000000' : stroke, opacity) ?? '#000000',
    borderWidth: Math.max(1, numberIn(style, 'strokeWidth', 1)),
    borderStyle: lineStyleOf(style),
  }
}

export function lineStyleOf(style: ReadonlyMap<string, string>): 'solid' | 'dashed' | 'dotted' {
  if (style.get('dashed') !== '1') return 'solid'
  return /^1 /.test(style.get('dashPattern') ?? '') ? 'dotted' : 'dashed'
}

function familyOf(name: string): FontFamily {
  if (/courier|mono|consol|code/i.test(name)) return 'Source Code Pro'
  return /times|serif|georgia|garamond/i.test(name) && !/sans/i.test(name) ? 'Times New Roman' : 'Helvetica'
}

function fontOf(style: ReadonlyMap<string, string>) {
  const bits = numberIn(style, 'fontStyle')
  const color = style.get('fontColor') ?? '#000000'
  return {
    fontFamily: familyOf(style.get('fontFamily') ?? ''),
    fontSize: Math.max(1, Math.round(numberIn(style, 'fontSize', 12))),
    fontColor: hexColor(color) ?? '#000000',
    fontWeight: bits & 1 ? ('bold' as const) : ('normal' as const),
    fontStyle: bits & 2 ? ('italic' as const) : ('normal' as const),
  }
}

const alignOf = (style: ReadonlyMap<string, string>, fallback: 'left' | 'center') => {
  const align = style.get('align')
  return align === 'left' || align === 'right' || align === 'center' ? align : fallback
}

const verticalOf = (style: ReadonlyMap<string, string>) => {
  const align = style.get('verticalAlign')
  return align === 'top' || align === 'bottom' ? align : 'middle'
}

function addText(cell: Cell, box: PlacedBox, placed: PlacedRef, { builder }: Diagram): void {
  const text = textOf(cell)
  if (text === '') return
  const font = fontOf(cell.style)
  const lines = text.split('\n').length
  const height = Math.min(box.height, lines * font.fontSize * 1.2)
  const { kind, data, isShape } = freeText({
    ...box,
    y: verticalOf(cell.style) === 'top' ? box.y : box.y + (box.height - height) / 2,
    height,
    text,
    ...font,
    align: alignOf(cell.style, 'left'),
    hasWidth: cell.style.get('whiteSpace') === 'wrap' && box.width > 20,
    lineHeight: 1.2,
    rotation: ((numberIn(cell.style, 'rotation') % 360) + 360) % 360,
  })
  if (isShape) builder.report.adapt('text_alignment', cell.ref)
  builder.add(kind, data, placed)
}

/** A data URL has no `;base64` there, because a semicolon ends an entry of a style. */
function addImage(cell: Cell, box: PlacedBox, placed: PlacedRef, { builder }: Diagram): void {
  const source = cell.style.get('image') ?? ''
  const file = decodeDataUrl(source.replace(/^(data:image\/[a-z+.-]+),/, '$1;base64,'))
  const rotation = ((numberIn(cell.style, 'rotation') % 360) + 360) % 360
  if (file) builder.addImage(file, { ...box, rotation, name: plainOf(cell) }, placed)
  else if (/^https?:\/\//i.test(source)) {
    builder.report.adapt('picture_by_address', cell.ref)
    builder.add('browser', { ...box, url: source }, placed)
  } else {
    builder.report.adapt('file_missing', cell.ref)
    builder.addPlaceholder(box, plainOf(cell) || source.split('/').at(-1)?.slice(0, 80) || 'Image', placed)
  }
}
