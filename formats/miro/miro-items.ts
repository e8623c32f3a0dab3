// The items of a Miro board: sticky notes, texts, shapes, cards, frames, images and embedded pages.

import { hexColor, hexColorOrNone, nearestCanvasColor, nearestNoteColor } from '../css-color.ts'
import { decodeDataUrl } from '../data-url.ts'
import { htmlText } from '../html-text.ts'
import { type FontFamily, freeText } from '../imported-text.ts'
import { own, ownNumber, ownText } from '../parse-json.ts'
import type { MiroBoard, MiroItem } from './miro-board.ts'

type AddItem = (item: MiroItem, board: MiroBoard) => void

export function addMiroItem(item: MiroItem, board: MiroBoard): void {
  const add = Object.hasOwn(adders, item.type) ? adders[item.type] : addUnknown
  add?.(item, board)
}

const adders: Readonly<Record<string, AddItem>> = {
  sticky_note: addNote,
  text: addText,
  shape: addShape,
  card: addCard,
  app_card: addCard,
  frame: addFrame,
  image: addImage,
  embed: addPage,
  preview: addPage,
}

const contentOf = ({ data }: MiroItem) => htmlText(ownText(data, 'content'))

/** Miro's names of the colors of sticky notes. */
// biome-ignore format: a table
const noteColors: Readonly<Record<string, string>> = {
  gray: 'Grey', light_yellow: 'Yellow', yellow: 'Yellow', orange: 'Gold', light_green: 'Teal', green: 'Teal', dark_green: 'Teal',
  cyan: 'Teal', light_pink: 'Red', pink: 'Red', violet: 'Blue', red: 'Red', light_blue: 'Blue', blue: 'Blue', dark_blue: 'Blue', black: 'Grey',
}

const noteSize = { width: 560, height: 320 }

function addNote(item: MiroItem, board: MiroBoard): void {
  const color = ownText(item.style, 'fillColor')
  const scale = Math.min(4, Math.max(0.5, item.box.width / noteSize.width))
  if (board.enlarged > 1) board.builder.report.adapt('board_enlarged', item.ref)
  board.builder.add(
    'note',
    {
      x: item.box.x + (item.box.width - noteSize.width * scale) / 2,
      y: item.box.y + (item.box.height - noteSize.height * scale) / 2,
      scale,
      rotation: item.rotation,
      text: contentOf(item),
      backgroundColor: Object.hasOwn(noteColors, color) ? noteColors[color] : nearestNoteColor(color),
    },
    { ref: item.ref },
  )
}

const familyOf = (name: string): FontFamily =>
  /mono|code|plex/i.test(name)
    ? 'Source Code Pro'
    : /times|serif|georgia|lora|tiempos/i.test(name)
      ? 'Times New Roman'
      : 'Helvetica'

const fontOf = ({ style }: MiroItem, { enlarged }: MiroBoard) => ({
  fontFamily: familyOf(ownText(style, 'fontFamily')),
  fontSize: Math.max(1, enlarged * numberOf(style, 'fontSize', 14)),
  fontColor: hexColor(ownText(style, 'color')) ?? '#1a1a1a',
})

/** Miro writes numbers of styles as text. */
function numberOf(style: unknown, name: string, fallback: number): number {
  const text = ownText(style, name)
  const number = text === '' ? ownNumber(style, name, fallback) : Number(text)
  return Number.isFinite(number) ? number : fallback
}

const alignOf = (style: unknown, fallback: 'left' | 'center') => {
  const align = ownText(style, 'textAlign')
  return align === 'left' || align === 'center' || align === 'right' ? align : fallback
}

function addText(item: MiroItem, board: MiroBoard): void {
  const text = contentOf(item)
  if (text === '') return
  const placed = freeText({
    ...item.box,
    ...fontOf(item, board),
    text,
    rotation: item.rotation,
    align: alignOf(item.style, 'left'),
    hasWidth: true,
    lineHeight: 1.4,
  })
  if (placed.isShape) board.builder.report.adapt('text_alignment', item.ref)
  board.builder.add(placed.kind, placed.data, { ref: item.ref })
}

// biome-ignore format: a table
const forms: Readonly<Record<string, readonly [form: string, isSimilar?: true]>> = {
  rectangle: ['rectangle'], round_rectangle: ['rounded'], circle: ['ellipse'], triangle: ['triangle'], rhombus: ['diamond'],
  parallelogram: ['parallelogram'], star: ['star'], right_arrow: ['arrow'], hexagon: ['hexagon'], cloud: ['cloud'], can: ['cylinder'],
  wedge_round_rectangle_callout: ['callout'], pentagon: ['hexagon', true], octagon: ['hexagon', true], trapezoid: ['parallelogram', true],
  flow_chart_decision: ['diamond'], flow_chart_magnetic_disk: ['cylinder'], flow_chart_input_output: ['parallelogram'],
  flow_chart_preparation: ['hexagon'], flow_chart_terminator: ['rounded'], flow_chart_process: ['rectangle'], flow_chart_connector: ['ellipse'],
}

function addShape(item: MiroItem, board: MiroBoard): void {
  const shape = ownText(item.data, 'shape')
  const [form, isSimilar] = (Object.hasOwn(forms, shape) ? forms[shape] : undefined) ?? ['rectangle', true]
  if (isSimilar) board.builder.report.adapt('form_replaced', item.ref)
  const { style } = item
  const vertical = ownText(style, 'textAlignVertical')
  const border = ownText(style, 'borderStyle')
  board.builder.add(
    'shape',
    {
      ...item.box,
      rotation: item.rotation,
      form,
      text: contentOf(item),
      fill: hexColorOrNone(ownText(style, 'fillColor') || 'none', numberOf(style, 'fillOpacity', 1)) ?? 'none',
      borderColor:
        hexColorOrNone(ownText(style, 'borderColor') || '#1a1a1a', numberOf(style, 'borderOpacity', 1)) ?? '#1a1a1a',
      borderWidth: board.enlarged * numberOf(style, 'borderWidth', 2),
      borderStyle: border === 'dashed' || border === 'dotted' ? border : 'solid',
      ...fontOf(item, board),
      textAlign: alignOf(style, 'center'),
      verticalAlign: vertical === 'top' || vertical === 'bottom' ? vertical : 'middle',
    },
    { ref: item.ref },
  )
}

function addCard(item: MiroItem, board: MiroBoard): void {
  const [title, description] = [htmlText(ownText(item.data, 'title')), htmlText(ownText(item.data, 'description'))]
  const text = [title === '' || title.includes('\n') ? title : `**${title}**`, description]
    .filter(part => part !== '')
    .join('\n')
  const borderColor = hexColor(ownText(item.style, 'cardTheme') || ownText(item.style, 'fillColor')) ?? '#2d9bf0'
  const font = { fontFamily: 'Helvetica', fontSize: 14 * board.enlarged }
  board.builder.add(
    'shape',
    { ...item.box, rotation: item.rotation, form: 'rounded', text, borderColor, textAlign: 'left', ...font },
    { ref: item.ref },
  )
}

function addFrame(item: MiroItem, board: MiroBoard): void {
  const color = hexColor(ownText(item.style, 'fillColor'))
  const borderColor = color === null || color === '#ffffff' ? 'Gray' : nearestCanvasColor(color)
  board.builder.addFrame(item.box, ownText(item.data, 'title').trim() || 'Frame', { borderColor }, { ref: item.ref })
}

function addImage(item: MiroItem, board: MiroBoard): void {
  const file = decodeDataUrl(ownText(board.images, item.id))
  const name = ownText(item.data, 'title')
  if (file) {
    board.builder.addImage(file, { ...item.box, rotation: item.rotation, name }, { ref: item.ref })
    return
  }
  board.builder.report.adapt('file_missing', item.ref)
  board.builder.addPlaceholder(item.box, name || 'Image', { ref: item.ref })
}

function addPage(item: MiroItem, board: MiroBoard): void {
  const url = ownText(item.data, 'url')
  if (/^https?:\/\/[^\s/?#]/i.test(url)) {
    board.builder.add('browser', { ...item.box, url }, { ref: item.ref })
    return
  }
  board.builder.report.adapt('page_without_address', item.ref)
  board.builder.addPlaceholder(item.box, ownText(item.data, 'title') || 'Embedded page', { ref: item.ref })
}

function addUnknown(item: MiroItem, board: MiroBoard): void {
  board.builder.report.adapt('object_unknown', item.ref)
  const title = ownText(item.data, 'title') || ownText(own(item.data, 'content'), 'title')
  board.builder.addPlaceholder(item.box, title || item.type.slice(0, 80), { ref: item.ref })
}
