// One element of Excalidraw as an object of a board.

import { hexColor, hexColorOrNone } from '../css-color.ts'
import { decodeDataUrl } from '../data-url.ts'
import { type FontFamily, freeText, linkedText, plainText } from '../imported-text.ts'
import { isObject, own, ownList, ownNumber, ownText } from '../parse-json.ts'
import type { Drawing, Element } from './excalidraw-drawing.ts'
import { lineStyleOf, placeFields, refOf, reportLostLink } from './excalidraw-fields.ts'
import { addFreehand, addLine } from './excalidraw-lines.ts'

type AddElement = (element: Element, drawing: Drawing) => void

export function addElement(element: Element, drawing: Drawing): void {
  const add = Object.hasOwn(adders, element.type) ? adders[element.type] : addUnknown
  add?.(element, drawing)
}

const adders: Readonly<Record<string, AddElement>> = {
  rectangle: addShape,
  diamond: addShape,
  ellipse: addShape,
  text: addText,
  arrow: addLine,
  line: addLine,
  freedraw: addFreehand,
  image: addImage,
  frame: addFrame,
  magicframe: addFrame,
  embeddable: addEmbeddable,
  iframe: addEmbeddable,
  // The rectangle around selected elements, which some versions saved by mistake.
  selection: () => {},
}

const boxOf = ({ x, y, width, height, rotation, isLocked }: Element) => ({
  x,
  y,
  width,
  height,
  rotation,
  pin: isLocked,
})

const forms: Readonly<Record<string, string>> = { rectangle: 'rectangle', diamond: 'diamond', ellipse: 'ellipse' }

function addShape(element: Element, drawing: Drawing): void {
  const { raw, opacity, type } = element
  const fill = hexColorOrNone(ownText(raw, 'backgroundColor') || 'transparent', opacity) ?? 'none'
  if (fill !== 'none' && ownText(raw, 'fillStyle') !== 'solid')
    drawing.builder.report.adapt('fill_pattern', refOf(element, drawing))
  const isRounded = type === 'rectangle' && isObject(own(raw, 'roundness'))
  drawing.builder.add(
    'shape',
    {
      ...boxOf(element),
      form: isRounded ? 'rounded' : forms[type],
      fill,
      ...borderOf(element),
      ...boundTextOf(element, drawing),
    },
    placeFields(element, drawing),
  )
}

const borderOf = ({ raw, opacity }: Element) => ({
  borderColor: hexColorOrNone(ownText(raw, 'strokeColor') || '#1e1e1e', opacity) ?? '#1e1e1e',
  borderWidth: Math.max(1, ownNumber(raw, 'strokeWidth', 2)),
  borderStyle: lineStyleOf(raw),
})

function boundTextOf(element: Element, drawing: Drawing): Record<string, unknown> {
  const text = drawing.boundTexts.get(element.id)
  if (!text) {
    reportLostLink(element, drawing)
    return { text: '' }
  }
  const align = ownText(text.raw, 'textAlign')
  const vertical = ownText(text.raw, 'verticalAlign')
  return {
    text: textOf(text, element, drawing),
    ...fontOf(text, element, drawing),
    textAlign: align === 'left' || align === 'right' ? align : 'center',
    verticalAlign: vertical === 'top' || vertical === 'bottom' ? vertical : 'middle',
  }
}

/** The text as it was typed, before Excalidraw broke it into lines, with the link of the element that it belongs to. */
function textOf(text: Element, linked: Element, drawing: Drawing): string {
  const typed = ownText(text.raw, 'originalText') || ownText(text.raw, 'text')
  const url = ownText(linked.raw, 'link') || ownText(text.raw, 'link')
  if (url === '') return plainText(typed)
  const asLink = linkedText(typed, url)
  if (asLink === null) drawing.builder.report.leaveOut('link_left_out', refOf(linked, drawing))
  return asLink ?? plainText(typed)
}

/** By Excalidraw's numbers. Hand-drawn letters (1, 5) have no counterpart. */
const families: Readonly<Record<number, FontFamily>> = {
  2: 'Helvetica',
  3: 'Source Code Pro',
  6: 'Dosis',
  7: 'Exo 2',
  8: 'Source Code Pro',
  9: 'Helvetica',
}

function fontOf(text: Element, shownBy: Element, drawing: Drawing) {
  const family = ownNumber(text.raw, 'fontFamily', 5)
  if (!(family in families)) drawing.builder.report.adapt('font_replaced', refOf(shownBy, drawing))
  return {
    fontFamily: families[family] ?? 'Dosis',
    fontSize: Math.max(1, Math.round(ownNumber(text.raw, 'fontSize', 20))),
    fontColor: hexColor(ownText(text.raw, 'strokeColor') || '#1e1e1e', text.opacity) ?? '#1e1e1e',
  }
}

function addText(element: Element, drawing: Drawing): void {
  // The text of a shape or arrow is part of that.
  if (drawing.boundTexts.get(element.containerId ?? '') === element) return
  const { raw, x, y, width, height, rotation, isLocked } = element
  const hasWidth = own(raw, 'autoResize') === false
  const text = textOf(element, element, drawing)
  if (text.trim() === '') return
  const align = ownText(raw, 'textAlign')
  const { kind, data, isShape } = freeText({
    ...{ x, y, width, height, rotation, text, hasWidth, pin: isLocked },
    ...fontOf(element, element, drawing),
    align: align === 'center' || align === 'right' ? align : 'left',
    lineHeight: Math.min(3, Math.max(0.5, ownNumber(raw, 'lineHeight', 1.25))),
  })
  const placed = placeFields(element, drawing)
  if (isShape) drawing.builder.report.adapt('text_alignment', placed.ref)
  drawing.builder.add(kind, data, placed)
}

function addImage(element: Element, drawing: Drawing): void {
  const { raw, x, y, width, height, rotation, isLocked } = element
  const placed = placeFields(element, drawing)
  const file = decodeDataUrl(ownText(own(drawing.files, ownText(raw, 'fileId')), 'dataURL'))
  const box = { x, y, width: Math.max(1, width), height: Math.max(1, height) }
  if (!file) {
    drawing.builder.report.adapt('file_missing', placed.ref)
    drawing.builder.addPlaceholder(box, 'Image', placed)
    return
  }
  reportLostLink(element, drawing)
  if (element.opacity < 1) drawing.builder.report.adapt('opacity_left_out', placed.ref)
  const [flipX, flipY] = ownList(raw, 'scale')
  const crop = { ...partOf(own(raw, 'crop')), isFlippedX: flipX === -1, isFlippedY: flipY === -1 }
  drawing.builder.addImage(file, { ...box, rotation, pin: isLocked }, { ...placed, crop })
}

function partOf(crop: unknown) {
  const whole = { width: ownNumber(crop, 'naturalWidth'), height: ownNumber(crop, 'naturalHeight') }
  if (!(whole.width > 0 && whole.height > 0)) return {}
  return {
    part: {
      x: ownNumber(crop, 'x') / whole.width,
      y: ownNumber(crop, 'y') / whole.height,
      width: ownNumber(crop, 'width') / whole.width,
      height: ownNumber(crop, 'height') / whole.height,
    },
  }
}

function addFrame(element: Element, drawing: Drawing): void {
  const { x, y, width, height, isLocked, raw } = element
  const name = ownText(raw, 'name').trim() || 'Frame'
  const style = { borderColor: 'Gray', pin: isLocked }
  drawing.builder.addFrame({ x, y, width, height }, name, style, placeFields(element, drawing))
}

function addEmbeddable(element: Element, drawing: Drawing): void {
  const { x, y, width, height, isLocked, raw } = element
  const placed = placeFields(element, drawing)
  const url = ownText(raw, 'link')
  if (/^https?:\/\/[^\s/?#]/i.test(url))
    return void drawing.builder.add('browser', { x, y, width, height, url, pin: isLocked }, placed)
  drawing.builder.report.adapt('page_without_address', placed.ref)
  drawing.builder.addPlaceholder(
    { x, y, width: Math.max(1, width), height: Math.max(1, height) },
    'Embedded page',
    placed,
  )
}

function addUnknown(element: Element, drawing: Drawing): void {
  const { x, y, width, height, type } = element
  const placed = placeFields(element, drawing)
  drawing.builder.report.adapt('object_unknown', placed.ref)
  drawing.builder.addPlaceholder(
    { x, y, width: Math.max(40, width), height: Math.max(40, height) },
    type.slice(0, 80),
    placed,
  )
}
