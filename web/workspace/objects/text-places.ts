// Where the text of an object stands and how it looks, so that the field it is edited in lies exactly on what is painted;
// and what is painted meanwhile: the object without its words.

import type { BoardObject } from '@tessera/client'
import {
  type Box,
  canvasColors,
  canvasTab,
  computeTextSize,
  type Drawable,
  type DrawableOf,
  type Font,
  type Kind,
  layOutNote,
  lineHeightFactor,
  measureAdvance,
  noteColors,
  notePadding,
  textPadding,
} from '@tessera/drawing'

export interface TextPlace {
  /** In the object's unscaled units, from its corner. */
  readonly box: Box
  /** Room above the first line. */
  readonly above: number
  readonly font: Font
  readonly align: 'left' | 'center'
  readonly color: string
  readonly background: string
  readonly isUppercase: boolean
  /** Whether lines are broken at the width of the box. */
  readonly wraps: boolean
  /** One line, which may not be empty. */
  readonly isLine: boolean
  /** Without words there is nothing to be seen, and nothing to keep. */
  readonly vanishesEmpty: boolean
  /** What is painted below the field. */
  readonly below: Drawable
}

type Places = { readonly [K in Kind]?: (object: DrawableOf<K>, text: string, zoom: number) => TextPlace }

const plain = { align: 'left', background: 'transparent', wraps: true, isLine: false, vanishesEmpty: false } as const

const places: Places = {
  note(object, text) {
    const { font, lines } = layOutNote({ ...object, text: text === '' ? ' ' : text })
    const height = object.height - 2 * notePadding
    const needed = Math.max(1, lines.length) * font.fontSize * lineHeightFactor
    return {
      ...plain,
      box: { x: notePadding, y: notePadding, width: object.width - 2 * notePadding, height },
      above: Math.max(0, height - needed) / 2,
      font,
      align: 'center',
      color: noteColors[object.backgroundColor].ink,
      isUppercase: object.textTransform === 'uppercase',
      below: { ...object, text: '' },
    }
  },
  text(object, text) {
    const padding = textPadding(object.fontSize)
    const follows = sizesThatFollow(object)
    const size = computeTextSize({ ...object, text, ...follows })
    const wraps = follows.width !== null
    return {
      ...plain,
      box: {
        x: padding.x,
        y: padding.y,
        width: size.width - 2 * padding.x + (wraps ? 0 : object.fontSize),
        height: Math.max(size.height - 2 * padding.y, object.fontSize * lineHeightFactor),
      },
      above: 0,
      font: object,
      color: object.fontColor,
      isUppercase: object.textTransform === 'uppercase',
      wraps,
      vanishesEmpty: true,
      below: { ...object, text: '', ...size },
    }
  },
  canvas(object, text, zoom) {
    const { fill, ink } = canvasColors[object.borderColor]
    const painted = canvasTab({ ...object, name: text }, zoom)
    // On a small canvas the name may be painted smaller than one can write.
    const fontSize = Math.max(painted.font.fontSize, leastFontSize / zoom)
    const font = { ...painted.font, fontSize }
    const larger = fontSize / painted.font.fontSize
    const width = Math.max(measureAdvance(text, font) + 1.3 * fontSize, 3 * fontSize)
    const height = painted.box.height * larger
    const y = painted.box.y * larger
    return {
      ...plain,
      box: { x: 0, y, width, height },
      above: Math.max(0, painted.baseline * larger - y - baselineOfLine * fontSize),
      font,
      color: ink,
      background: fill,
      isUppercase: false,
      wraps: false,
      isLine: true,
      below: { ...object, name: text },
    }
  },
}

/** On the screen. */
const leastFontSize = 11
/** How far below the head of a line of Helvetica its letters stand, of the size of the letters. */
const baselineOfLine = 0.97

export const hasTextPlace = (object: BoardObject): boolean => object.kind in places

export function textPlaceOf(object: BoardObject, text: string, zoom: number): TextPlace | null {
  const find = places[object.kind] as ((one: BoardObject, words: string, zoom: number) => TextPlace) | undefined
  return find?.(object, text, zoom) ?? null
}

/** The sizes that were given, null for those that follow the words: then they are just what the words need. */
function sizesThatFollow(object: DrawableOf<'text'>): { width: number | null; height: number | null } {
  const { width, height } = object
  const free = computeTextSize({ ...object, width: null, height: null })
  if (free.width === width && free.height === height) return { width: null, height: null }
  return { width, height: computeTextSize({ ...object, height: null }).height === height ? null : height }
}
