// Measures text without a canvas and without the fonts: the same width on every machine, so that lines break at the same
// positions in every browser and on the server. Kerning is ignored; it changes the end of a line only a little.

import { families, storedCharacters } from './advances.ts'
import type { Font } from './drawable.ts'

export type Measure = (text: string, font: Font) => number

export function measureAdvance(text: string, font: Font): number {
  const face = faceOf(font)
  const { narrow } = face
  let thousandths = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < tableSize) thousandths += narrow[code] as number
    else {
      const end = clusterEnd(text, index)
      thousandths += clusterAdvance(text, index, face)
      index = end - 1
    }
  }
  return (thousandths * font.fontSize) / 1000
}

/** The distance from the top of a line of this height to its baseline. */
export function baselineOffset(font: Font, lineHeight: number): number {
  const { ascent, descent } = families[font.fontFamily]
  return (lineHeight + ((ascent - descent) * font.fontSize) / 1000) / 2
}

/** The end of the grapheme cluster that begins at `start`: with accents, and joined emoji as one. */
export function clusterEnd(text: string, start: number): number {
  let end = start + codePointLength(text, start)
  if (isRegionalIndicator(text, start) && isRegionalIndicator(text, end)) end += 2
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code < 0x300) break
    if (code === zeroWidthJoiner && end + 1 < text.length) end += 1 + codePointLength(text, end + 1)
    else if (extendsCharacter(code) || isSkinTone(text, end) || isTag(text, end)) end += codePointLength(text, end)
    else break
  }
  return end
}

interface Face {
  /** By character code, up to the end of Latin Extended-A. */
  readonly narrow: Uint16Array
  readonly punctuation: ReadonlyMap<number, number>
  readonly average: number
}

const tableSize = 0x180
const zeroWidthJoiner = 0x200d
const wholeEm = 1000
const faces = new Map<string, Face>()

function faceOf({ fontFamily, fontWeight, fontStyle }: Font): Face {
  const drawn = families[fontFamily].faces
  const wanted = (fontWeight === 'bold' ? 1 : 0) + (fontStyle === 'italic' ? 2 : 0)
  // Families with fewer faces have no italic of their own, or one width for all: the pattern repeats.
  const digits = drawn[wanted % drawn.length] as string
  const known = faces.get(digits)
  if (known) return known
  const face = readFace(digits)
  faces.set(digits, face)
  return face
}

function readFace(digits: string): Face {
  const narrow = new Uint16Array(tableSize)
  const punctuation = new Map<number, number>()
  for (let index = 0; index < storedCharacters.length; index++) {
    const code = storedCharacters.charCodeAt(index)
    const advance = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 36)
    if (code < tableSize) narrow[code] = advance
    else punctuation.set(code, advance)
  }
  for (let code = 0xc0; code < tableSize; code++) narrow[code] ||= narrow[plainLetter(code)] as number
  narrow[0x09] = narrow[0x20] as number
  return { narrow, punctuation, average: narrow[0x6e] as number }
}

const plainLetter = (code: number) => String.fromCharCode(code).normalize('NFD').charCodeAt(0)

function clusterAdvance(text: string, index: number, face: Face): number {
  const code = text.charCodeAt(index)
  const stored = face.punctuation.get(code)
  if (stored !== undefined) return stored
  if (extendsCharacter(code) || isInvisible(code)) return 0
  if (isWide(code)) return wholeEm
  const plain = plainLetter(code)
  return plain < tableSize ? (face.narrow[plain] as number) : face.average
}

const codePointLength = (text: string, index: number) => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)

const isRegionalIndicator = (text: string, index: number) => within(text.codePointAt(index), 0x1f1e6, 0x1f1ff)
const isSkinTone = (text: string, index: number) => within(text.codePointAt(index), 0x1f3fb, 0x1f3ff)
const isTag = (text: string, index: number) => within(text.codePointAt(index), 0xe0020, 0xe007f)
const within = (code: number | undefined, first: number, last: number) =>
  code !== undefined && code >= first && code <= last

/** Combining marks, variation selectors, keycaps: part of the character before them. */
const extendsCharacter = (code: number) =>
  within(code, 0x300, 0x36f) || within(code, 0x20d0, 0x20ff) || within(code, 0xfe00, 0xfe0f)

const isInvisible = (code: number) =>
  within(code, 0x200b, 0x200f) || within(code, 0x2028, 0x202e) || within(code, 0x2060, 0x2064) || code === 0xfeff

/** Chinese, Japanese, Korean, full-width forms, pictographs, and everything beyond U+FFFF, emoji above all. */
const isWide = (code: number) =>
  isIdeographic(code) || within(code, 0x1100, 0x115f) || within(code, 0xd800, 0xdbff) || within(code, 0x2600, 0x27bf)

export const isIdeographic = (code: number) =>
  within(code, 0x2e80, 0xa4cf) ||
  within(code, 0xac00, 0xd7a3) ||
  within(code, 0xf900, 0xfaff) ||
  within(code, 0xfe30, 0xfe6f) ||
  within(code, 0xff00, 0xff60)
