// The shapes of tldraw that are boxes, as objects of a board.

import { computeTextSize, textPadding } from '@tessera/drawing/text-size'
import { nearestCanvasColor, nearestNoteColor } from '../css-color.ts'
import { decodeDataUrl } from '../data-url.ts'
import { freeText, plainText } from '../imported-text.ts'
import { isObject, own, ownNumber, ownText } from '../parse-json.ts'
import { richText } from '../rich-text.ts'
import { type AddShape, boxOf, placeFields, type Shape, type TldrawBoard } from './tldraw-store.ts'
import {
  alignOf,
  bySize,
  colorsOf,
  findFamily,
  labelSizes,
  lineStyleOf,
  strokeWidths,
  textSizes,
  verticalAlignOf,
  withOpacity,
} from './tldraw-styles.ts'

/** Formatted, or plain in files before 2025. */
export function textOf(shape: Shape, board: TldrawBoard): string {
  const rich = own(shape.props, 'richText')
  if (!isObject(rich)) return plainText(ownText(shape.props, 'text'))
  const { text, isReduced } = richText(rich)
  if (isReduced) board.builder.report.adapt('rich_text_reduced', shape.ref)
  return text
}

const sizeOf = ({ props }: Shape) => ({
  width: Math.max(1, ownNumber(props, 'w', 100)),
  height: Math.max(1, ownNumber(props, 'h', 100) + ownNumber(props, 'growY')),
})

export const scaleOf = ({ props }: Shape) => Math.min(100, Math.max(0.01, ownNumber(props, 'scale', 1)))

function familyOf(shape: Shape, text: string, board: TldrawBoard) {
  const family = findFamily(shape)
  if (family === null && text !== '') board.builder.report.adapt('font_replaced', shape.ref)
  return family ?? 'Dosis'
}

/** The form, and how far it has to be rotated. */
const forms: Readonly<Record<string, readonly [form: string, turned?: number]>> = {
  rectangle: ['rectangle'],
  ellipse: ['ellipse'],
  oval: ['rounded'],
  diamond: ['diamond'],
  triangle: ['triangle'],
  hexagon: ['hexagon'],
  cloud: ['cloud'],
  star: ['star'],
  rhombus: ['parallelogram'],
  'arrow-right': ['arrow'],
  'arrow-left': ['arrow', 180],
  'arrow-up': ['arrow', 270],
  'arrow-down': ['arrow', 90],
}

/** Forms that a board does not have. */
const similarForms: Readonly<Record<string, string>> = {
  'rhombus-2': 'parallelogram',
  trapezoid: 'parallelogram',
  octagon: 'hexagon',
  pentagon: 'hexagon',
  heart: 'ellipse',
}

export const addGeo: AddShape = (shape, placement, board) => {
  const geo = ownText(shape.props, 'geo')
  const known = Object.hasOwn(forms, geo) ? forms[geo] : undefined
  if (!known) board.builder.report.adapt('form_replaced', shape.ref)
  const [form, turned = 0] = known ?? [Object.hasOwn(similarForms, geo) ? similarForms[geo] : 'rectangle']
  const { width, height } = sizeOf(shape)
  const box = boxOf(placement, width, height)
  const text = textOf(shape, board)
  const placed = placeFields(shape, placement)
  const style = { fill: fillOf(shape, placement.opacity, board), ...borderOf(shape, placement), pin: shape.isLocked }
  const words = { text, ...labelOf(shape, text, placement, board) }
  if (turned === 0) {
    board.builder.add('shape', { ...box, form, ...style, ...words }, placed)
    return
  }
  board.builder.add(
    'shape',
    { ...turnedBox(box, turned), form, ...style, text: '' },
    { ...placed, group: placed.group ?? shape.ref },
  )
  if (text === '') return
  // The text of a rotated shape would be rotated as well.
  const label = { ...box, ...words, fill: 'none', borderColor: 'none', borderWidth: 0, pin: shape.isLocked }
  board.builder.add('shape', label, { ref: `${shape.ref}-text`, group: placed.group ?? shape.ref })
}

function turnedBox(box: ReturnType<typeof boxOf>, turned: number) {
  const rotation = (box.rotation + turned) % 360
  if (turned === 180) return { ...box, rotation }
  const [width, height] = [box.height, box.width]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, rotation }
}

function fillOf(shape: Shape, opacity: number, board: TldrawBoard): string {
  const { solid, pale } = colorsOf(shape)
  const fill = ownText(shape.props, 'fill')
  if (fill === 'pattern' || fill === 'lined-fill') board.builder.report.adapt('fill_pattern', shape.ref)
  if (fill === 'semi') return withOpacity('#fcfffe', opacity)
  if (fill === 'solid' || fill === 'pattern') return withOpacity(pale, opacity)
  return fill === 'fill' || fill === 'lined-fill' ? withOpacity(solid, opacity) : 'none'
}

const borderOf = (shape: Shape, { scale, opacity }: { scale: number; opacity: number }) => ({
  borderColor: withOpacity(colorsOf(shape).solid, opacity),
  borderWidth: Math.min(64, Math.max(1, bySize(shape, strokeWidths) * scaleOf(shape) * scale)),
  borderStyle: lineStyleOf(shape),
})

function labelOf(shape: Shape, text: string, placement: { scale: number; opacity: number }, board: TldrawBoard) {
  return {
    fontFamily: familyOf(shape, text, board),
    fontSize: Math.max(1, bySize(shape, labelSizes) * scaleOf(shape) * placement.scale),
    fontColor: withOpacity(colorsOf(shape, 'labelColor').solid, placement.opacity),
    textAlign: alignOf(ownText(shape.props, 'align') || 'middle'),
    verticalAlign: verticalAlignOf(ownText(shape.props, 'verticalAlign') || 'middle'),
  }
}

const noteSize = { width: 560, height: 320 }

export const addNote: AddShape = (shape, placement, board) => {
  const side = 200 * scaleOf(shape)
  const box = boxOf(placement, side, side + ownNumber(shape.props, 'growY'))
  const scale = Math.min(4, Math.max(0.5, box.width / noteSize.width))
  if (board.enlarged > 1) board.builder.report.adapt('board_enlarged', shape.ref)
  board.builder.add(
    'note',
    {
      x: box.x + (box.width - noteSize.width * scale) / 2,
      y: box.y + (box.height - noteSize.height * scale) / 2,
      rotation: box.rotation,
      text: textOf(shape, board),
      backgroundColor: nearestNoteColor(colorsOf(shape).note),
      scale,
      pin: shape.isLocked,
    },
    placeFields(shape, placement),
  )
}

export const addText: AddShape = (shape, placement, board) => {
  const text = textOf(shape, board)
  if (text.trim() === '') return
  const hasWidth = own(shape.props, 'autoSize') === false
  const fontFamily = familyOf(shape, text, board)
  const font = { fontFamily, fontWeight: 'normal', fontStyle: 'normal', textTransform: 'inherit' } as const
  const fontSize = Math.max(1, Math.round(bySize(shape, textSizes) * scaleOf(shape)))
  const natural = computeTextSize({ text, ...font, fontSize })
  const padding = textPadding(fontSize)
  const width = hasWidth ? ownNumber(shape.props, 'w', 100) * scaleOf(shape) : natural.width - 2 * padding.x
  const box = boxOf(placement, Math.max(1, width), natural.height - 2 * padding.y)
  const placed = freeText({
    ...box,
    text,
    fontFamily,
    fontSize: fontSize * placement.scale,
    fontColor: withOpacity(colorsOf(shape).solid, placement.opacity),
    align: alignOf(ownText(shape.props, 'textAlign') || ownText(shape.props, 'align') || 'start'),
    hasWidth,
    lineHeight: 1.35,
    pin: shape.isLocked,
  })
  if (placed.isShape) board.builder.report.adapt('text_alignment', shape.ref)
  board.builder.add(placed.kind, placed.data, placeFields(shape, placement))
}

export const addFrame: AddShape = (shape, placement, board) => {
  const { width, height } = sizeOf(shape)
  const { rotation: _, ...box } = boxOf(placement, width, height)
  const name = ownText(shape.props, 'name').trim() || 'Frame'
  const color = ownText(shape.props, 'color')
  const borderColor = color === '' || color === 'black' ? 'Gray' : nearestCanvasColor(colorsOf(shape).solid)
  board.builder.addFrame(box, name, { borderColor, pin: shape.isLocked }, placeFields(shape, placement))
}

export const addImage: AddShape = (shape, placement, board) => {
  const { width, height } = sizeOf(shape)
  const box = boxOf(placement, width, height)
  const placed = placeFields(shape, placement)
  const asset = own(board.records.assets.get(ownText(shape.props, 'assetId')), 'props')
  const source = ownText(asset, 'src') || ownText(shape.props, 'url')
  const file = decodeDataUrl(source)
  if (file) {
    if (placement.opacity < 1) board.builder.report.adapt('opacity_left_out', shape.ref)
    const name = ownText(asset, 'name') || ownText(shape.props, 'altText')
    board.builder.addImage(file, { ...box, name, pin: shape.isLocked }, { ...placed, crop: cropOf(shape) })
    return
  }
  if (/^https?:\/\//i.test(source)) {
    const { rotation: _, ...upright } = box
    board.builder.report.adapt('picture_by_address', shape.ref)
    board.builder.add('browser', { ...upright, url: source, pin: shape.isLocked }, placed)
    return
  }
  board.builder.report.adapt('file_missing', shape.ref)
  board.builder.addPlaceholder(box, ownText(asset, 'name') || 'Image', placed)
}

function cropOf({ props }: Shape) {
  const crop = own(props, 'crop')
  const [start, end] = [own(crop, 'topLeft'), own(crop, 'bottomRight')]
  const [x, y] = [ownNumber(start, 'x'), ownNumber(start, 'y')]
  const part = { x, y, width: ownNumber(end, 'x', 1) - x, height: ownNumber(end, 'y', 1) - y }
  return {
    ...(isObject(crop) ? { part } : {}),
    isFlippedX: own(props, 'flipX') === true,
    isFlippedY: own(props, 'flipY') === true,
  }
}

export const addBookmark: AddShape = (shape, placement, board) => {
  const asset = own(board.records.assets.get(ownText(shape.props, 'assetId')), 'props')
  const url = ownText(shape.props, 'url') || ownText(asset, 'src')
  const { width, height } = sizeOf(shape)
  const { rotation: _, ...box } = boxOf(placement, width, height)
  const placed = placeFields(shape, placement)
  if (/^https?:\/\/[^\s/?#]/i.test(url)) {
    board.builder.add('browser', { ...box, url, pin: shape.isLocked }, placed)
    return
  }
  board.builder.report.adapt('page_without_address', shape.ref)
  board.builder.addPlaceholder(box, ownText(asset, 'title') || 'Web page', placed)
}

export const addVideo: AddShape = (shape, placement, board) => {
  const { width, height } = sizeOf(shape)
  const asset = own(board.records.assets.get(ownText(shape.props, 'assetId')), 'props')
  board.builder.report.adapt('media_left_out', shape.ref)
  board.builder.addPlaceholder(
    boxOf(placement, width, height),
    `Video: ${ownText(asset, 'name') || 'unnamed'}`,
    placeFields(shape, placement),
  )
}

export const addUnknown: AddShape = (shape, placement, board) => {
  const { width, height } = sizeOf(shape)
  board.builder.report.adapt('object_unknown', shape.ref)
  board.builder.addPlaceholder(boxOf(placement, width, height), shape.type.slice(0, 80), placeFields(shape, placement))
}
