// Breaks text into lines and positions them, in linear time however long the words are. Right-to-left runs are left to
// the canvas. There is no hyphenation.

import type { Font, TextTransform } from './drawable.ts'
import { baselineOffset, clusterEnd, isIdeographic, type Measure, measureAdvance } from './text-measure.ts'

export const lineHeightFactor = 1.25

export interface TextToLayOut extends Font {
  readonly text: string
  readonly textTransform: TextTransform
  /** Lines are broken to fit this width; without it only at line ends. */
  readonly width?: number
}

export interface TextLayout {
  readonly lines: readonly TextLine[]
  readonly width: number
  readonly height: number
}

export interface TextLine {
  readonly text: string
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly width: number
}

export function layOutText(given: TextToLayOut, measure: Measure = measureAdvance): TextLayout {
  const shown = shownText(given)
  const { width } = given
  const broken =
    width === undefined ? wholeLines(shown, given, measure) : breakLines(prepare(shown, given, measure), width)
  return placeLines(broken, given)
}

/** The text as it is shown: line ends normalized, in capitals if requested. */
export function shownText({ text, textTransform }: { text: string; textTransform: TextTransform }): string {
  const lines = /[\r\u2028\u2029]/.test(text) ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n') : text
  return textTransform === 'uppercase' ? lines.toUpperCase() : lines
}

/** Text measured once, to be broken at several widths or sizes. */
export interface PreparedText {
  readonly font: Font
  readonly measure: Measure
  readonly paragraphs: readonly Paragraph[]
  readonly widestWord: number
}

export interface BrokenLine {
  readonly text: string
  readonly width: number
}

export function prepare(shown: string, font: Font, measure: Measure = measureAdvance): PreparedText {
  const paragraphs = shown.split('\n').map(text => ({ text, words: splitWords(text, font, measure) }))
  let widestWord = 0
  for (const { words } of paragraphs) for (const word of words) widestWord = Math.max(widestWord, word.width)
  return { font, measure, paragraphs, widestWord }
}

/** `width` in the units of the font size the text was prepared with. */
export function breakLines(prepared: PreparedText, width: number): BrokenLine[] {
  const lines: BrokenLine[] = []
  for (const paragraph of prepared.paragraphs) breakParagraph(paragraph, width, prepared, lines)
  return lines
}

export function placeLines(lines: readonly BrokenLine[], font: Font): TextLayout {
  const lineHeight = font.fontSize * lineHeightFactor
  const offset = baselineOffset(font, lineHeight)
  let width = 0
  const placed = lines.map((line, index) => {
    width = Math.max(width, line.width)
    return { text: line.text, x: 0, y: index * lineHeight + offset, width: line.width }
  })
  return { lines: placed, width, height: lines.length * lineHeight }
}

/** As much of one line as fits, with an ellipsis if something is left out. */
export function shorten(text: string, font: Font, width: number): string {
  if (measureAdvance(text, font) <= width + tolerance) return text
  let left = width - measureAdvance('…', font)
  let end = 0
  while (end < text.length) {
    const next = clusterEnd(text, end)
    left -= measureAdvance(text.slice(end, next), font)
    if (left < -tolerance) break
    end = next
  }
  return `${text.slice(0, end).trimEnd()}…`
}

interface Paragraph {
  readonly text: string
  readonly words: readonly Word[]
}

interface Word {
  readonly start: number
  readonly end: number
  readonly width: number
  /** The width of the blanks between the word and the next one. */
  readonly gap: number
}

function wholeLines(shown: string, font: Font, measure: Measure): BrokenLine[] {
  return shown.split('\n').map(line => {
    let end = line.length
    while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
    const text = line.slice(0, end)
    return { text, width: measure(text, font) }
  })
}

function splitWords(text: string, font: Font, measure: Measure): Word[] {
  const words: Word[] = []
  let start = isAllBlank(text) ? text.length : 0
  while (start < text.length) {
    const end = wordEnd(text, start)
    let next = end
    while (next < text.length && isBlank(text.charCodeAt(next))) next++
    const gap = next > end ? measure(text.slice(end, next), font) : 0
    words.push({ start, end, width: measure(text.slice(start, end), font), gap })
    start = next
  }
  return words
}

function isAllBlank(text: string): boolean {
  let index = 0
  while (index < text.length && isBlank(text.charCodeAt(index))) index++
  return index === text.length
}

/** Blanks at a paragraph's start belong to its first word, so that an indent is kept. */
function wordEnd(text: string, start: number): number {
  let index = start
  while (index < text.length && isBlank(text.charCodeAt(index))) index++
  while (index < text.length) {
    index++
    if (index === text.length || isBlank(text.charCodeAt(index)) || breaksBetween(text, index)) break
  }
  return index
}

const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0x3000

function breaksBetween(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)]
  if (before === 0x2d) return index > 1 && isLetter(text.charCodeAt(index - 2)) && isLetter(after)
  if (before === 0x200b || before === 0x2013 || before === 0x2014) return true
  return (isIdeographic(before) || isIdeographic(after)) && !staysBehind.has(after) && !staysAhead.has(before)
}

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const codes = (characters: string) => new Set([...characters].map(character => character.charCodeAt(0)))
const staysBehind = codes('、。，．：；！？）」』】〉》〕ー々…,.:;!?)]}”’\u3099\u309a\u200d\ufe0f')
const staysAhead = codes('（「『【〈《〔([{“‘\u200d')

function breakParagraph({ text, words }: Paragraph, width: number, prepared: PreparedText, lines: BrokenLine[]) {
  let start = 0
  let end = 0
  let used = 0
  let gap = 0
  for (const word of words) {
    if (end > start && used + gap + word.width > width + tolerance) {
      lines.push({ text: text.slice(start, end), width: used })
      start = word.start
      used = 0
      gap = 0
    }
    used += gap + word.width
    end = word.end
    gap = word.gap
    if (word.width > width + tolerance) [start, used] = breakWord(text, start, end, width, prepared, lines)
  }
  lines.push({ text: text.slice(start, end), width: used })
}

/** Pushes the full lines of a word that is wider than a line. Returns the start and width of the last, open line. */
function breakWord(
  text: string,
  start: number,
  end: number,
  width: number,
  { font, measure }: PreparedText,
  lines: BrokenLine[],
): [start: number, used: number] {
  let [from, used] = [start, 0]
  for (let at = start; at < end; ) {
    const next = Math.min(clusterEnd(text, at), end)
    const advance = measure(text.slice(at, next), font)
    if (at > from && used + advance > width + tolerance) {
      lines.push({ text: text.slice(from, at), width: used })
      from = at
      used = 0
    }
    used += advance
    at = next
  }
  return [from, used]
}

/** Sums of widths differ in the last digits by the order of addition; a box computed for a text must still fit it. */
const tolerance = 1e-6
