// The size of a text object if none was given, and the padding between box and text. The server stores the result, so it
// must not depend on a canvas or on installed fonts.

import type { Font, TextTransform } from './drawable.ts'
import { layOutText, type TextLayout } from './text-layout.ts'
import type { MarkedLine } from './text-marks.ts'

export interface TextToSize extends Font {
  readonly text: string
  readonly textTransform: TextTransform
  readonly width?: number | null
  readonly height?: number | null
  /** Whether marks are shown as they were typed, as in the field that edits the text. */
  readonly isTyped?: boolean
  /** The marks of the text, if they have been read before. */
  readonly marked?: readonly MarkedLine[] | null
}

export interface TextSize {
  readonly width: number
  readonly height: number
}

export function computeTextSize(given: TextToSize): TextSize {
  const layout = layOutInBox(given)
  const padding = textPadding(given.fontSize)
  // An empty text still has a box that can be seen and dragged.
  const widest = Math.max(layout.width, given.fontSize / 2)
  return {
    width: given.width ?? asSize(widest + 2 * padding.x),
    height: given.height ?? asSize(layout.height + 2 * padding.y),
  }
}

/** The lines of a text object; with a width they are broken to fit it. */
export function layOutInBox({ width, ...text }: Omit<TextToSize, 'height'>): TextLayout {
  const { text: words, fontFamily, fontSize, fontWeight, fontStyle, textTransform, isTyped = false } = text
  const font = { fontFamily, fontSize, fontWeight, fontStyle, textTransform }
  const fields = {
    text: words,
    ...font,
    hasMarks: !isTyped,
    ...(text.marked === undefined ? {} : { marked: text.marked }),
  }
  if (width === undefined || width === null) return layOutText(fields)
  return layOutText({ ...fields, width: Math.max(1, width - 2 * textPadding(fontSize).x) })
}

export function textPadding(fontSize: number) {
  return { x: Math.ceil(fontSize * 0.3), y: Math.ceil(fontSize * 0.12) }
}

const maxSize = 1_000_000
const asSize = (length: number) => Math.min(maxSize, Math.max(1, Math.ceil(length - 1e-6)))
