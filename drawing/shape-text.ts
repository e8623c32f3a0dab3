// Lays out the text of a shape in the part of its form that holds text. Text that does not fit at the font size of the
// shape is made smaller, and ends in an ellipsis if it does not fit at the smallest size: it never leaves the form.

import type { Box, Font, ShapeObject } from './drawable.ts'
import { type BrokenLine, breakLines, type PreparedText, plainLine, prepareText, scaledLine } from './line-breaking.ts'
import { memoizeByFields } from './memoize.ts'
import { shapeTextBox } from './shape-outline.ts'
import { lineHeightFactor, placeLines, shorten, type TextLine } from './text-layout.ts'

export interface ShapeText {
  /** The font, at the size that fits. */
  readonly font: Font
  readonly box: Box
  /** Relative to the shape's top-left corner. */
  readonly lines: readonly TextLine[]
  readonly height: number
}

export const layOutShape = memoizeByFields<ShapeObject, ShapeText>(
  [
    'text',
    'width',
    'height',
    'form',
    'fontFamily',
    'fontSize',
    'fontWeight',
    'fontStyle',
    'textTransform',
    'textAlign',
    'verticalAlign',
  ],
  shape => layOut(shape, true),
)

/** Shows its marks as they were typed. */
export const layOutTypedShape = (shape: ShapeObject): ShapeText => layOut(shape, false)

function layOut(shape: ShapeObject, hasMarks: boolean): ShapeText {
  const box = shapeTextBox(shape.form, shape)
  const { font, broken } = fit(shape, box, hasMarks)
  const { lines, height } = placeLines(broken, font)
  const top = box.y + shareOf[shape.verticalAlign] * Math.max(0, box.height - height)
  const share = shareOf[shape.textAlign]
  const placed = lines.map(line => ({
    ...line,
    x: box.x + share * Math.max(0, box.width - line.width),
    y: top + line.y,
  }))
  return { font, box, lines: placed, height }
}

/** How much of the free space lies before the text. */
const shareOf = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 }

const smallerSteps = [1, 0.92, 0.84, 0.76, 0.69, 0.63, 0.57, 0.52, 0.47, 0.42, 0.38, 0.34]
/** Text is not made smaller than this, unless the shape asks for it. */
const smallest = 8
/** More than a shape can show. */
const maxShownCharacters = 6_000

function fit(shape: ShapeObject, box: Box, hasMarks: boolean): { font: Font; broken: readonly BrokenLine[] } {
  const text = shape.text.slice(0, maxShownCharacters).trimEnd()
  const prepared = prepareText({ ...shape, text, hasMarks })
  const least = Math.min(smallest, shape.fontSize)
  for (const step of smallerSteps) {
    const font = fontOf(shape, Math.max(least, shape.fontSize * step))
    const broken = linesAt(prepared, font, shape.fontSize, box.width)
    const isSmallest = font.fontSize === least || step === smallerSteps.at(-1)
    const hasWholeWords = (prepared.widestWord * font.fontSize) / shape.fontSize <= box.width
    if (hasWholeWords && broken.length * font.fontSize * lineHeightFactor <= box.height) return { font, broken }
    if (isSmallest) return { font, broken: cutToHeight(broken, box, font) }
  }
  throw new Error('The last step is the smallest')
}

const fontOf = ({ fontFamily, fontWeight, fontStyle }: ShapeObject, fontSize: number): Font => ({
  fontFamily,
  fontSize,
  fontWeight,
  fontStyle,
})

function linesAt(prepared: PreparedText, font: Font, preparedSize: number, width: number): BrokenLine[] {
  const ratio = font.fontSize / preparedSize
  return breakLines(prepared, width / ratio).map(line => scaledLine(line, ratio))
}

function cutToHeight(lines: readonly BrokenLine[], box: Box, font: Font): readonly BrokenLine[] {
  const room = Math.max(1, Math.floor(box.height / (font.fontSize * lineHeightFactor)))
  if (lines.length <= room) return lines
  const last = shorten(`${lines[room - 1]?.text ?? ''}……`, font, box.width)
  return [...lines.slice(0, room - 1), plainLine(last, box.width)]
}
