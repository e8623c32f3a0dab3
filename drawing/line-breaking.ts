// Measures the words of a text once, and breaks it into lines at a width, in linear time however long the words are. A
// marked text (`text-marks.ts`) consists of runs with their own fonts; list items are indented.

import type { Font, TextTransform } from './drawable.ts'
import { type MarkedLine, type MarkedPiece, parseMarks } from './text-marks.ts'
import { clusterEnd, isIdeographic, type Measure, measureAdvance } from './text-measure.ts'

export interface TextToPrepare extends Font {
  readonly text: string
  readonly textTransform: TextTransform
  /** Whether marks in the text are styles. If not, they are shown as they were typed. */
  readonly hasMarks?: boolean
}

export interface TextRun {
  readonly text: string
  /** From the start of the line. */
  readonly x: number
  readonly width: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly href: string | null
}

/** Measures a text with or without marks. `marked` is given if the marks have been read before. */
export function prepareText(
  given: TextToPrepare,
  measure: Measure = measureAdvance,
  marked = given.hasMarks ? parseMarks(given.text) : null,
): PreparedText {
  return marked ? prepareMarked(marked, given, measure) : preparePlain(shownText(given), given, measure)
}

/** The text as it is shown: line ends normalized, in capitals if requested. */
export function shownText({ text, textTransform }: { text: string; textTransform: TextTransform }): string {
  const lines = /[\r\u2028\u2029]/.test(text) ? text.replace(/\r\n?|[\u2028\u2029]/g, '\n') : text
  return textTransform === 'uppercase' ? lines.toUpperCase() : lines
}

/** Text measured once, to be broken at several widths or sizes. */
export interface PreparedText {
  readonly paragraphs: readonly Paragraph[]
  readonly widestWord: number
}

export interface BrokenLine {
  readonly text: string
  readonly width: number
  readonly runs: readonly TextRun[] | null
  /** Lines of a list keep their left edges together, however the text is aligned. */
  readonly isInList: boolean
}

/** The line at another font size. */
export function scaledLine(line: BrokenLine, ratio: number): BrokenLine {
  const runs = line.runs?.map(run => ({ ...run, x: run.x * ratio, width: run.width * ratio })) ?? null
  return { text: line.text, width: line.width * ratio, runs, isInList: line.isInList }
}

export const plainLine = (text: string, width: number): BrokenLine => ({ text, width, runs: null, isInList: false })

function preparePlain(shown: string, font: Font, measure: Measure): PreparedText {
  const advance: Advance = (text, start, end) => measure(text.slice(start, end), font)
  const paragraphs = shown.split('\n').map(text => ({ text, words: splitWords(text, advance), advance, style: null }))
  return preparedOf(paragraphs)
}

function prepareMarked(lines: readonly MarkedLine[], given: TextToPrepare, measure: Measure): PreparedText {
  return preparedOf(lines.map(line => markedParagraph(line, given, measure)))
}

function markedParagraph({ pieces, marker, level }: MarkedLine, given: TextToPrepare, measure: Measure): Paragraph {
  const runs: StyledRun[] = []
  let text = ''
  for (const piece of pieces) {
    const start = text.length
    text += shownText({ text: piece.text, textTransform: given.textTransform })
    const font: Font = {
      fontFamily: given.fontFamily,
      fontSize: given.fontSize,
      fontWeight: piece.isBold ? 'bold' : given.fontWeight,
      fontStyle: piece.isItalic ? 'italic' : given.fontStyle,
    }
    runs.push({ start, end: text.length, font, piece })
  }
  const advance: Advance = (words, start, end) => {
    let sum = 0
    for (const { from, to, run } of partsBetween(runs, start, end)) sum += measure(words.slice(from, to), run.font)
    return sum
  }
  const markerWidth = marker === null ? 0 : measure(marker, given)
  const em = given.fontSize
  const style = { runs, marker, markerAt: level * listIndent * em, indent: 0 }
  if (marker !== null) style.indent = style.markerAt + markerWidth + markerGap * em
  return { text, words: splitWords(text, advance), advance, style }
}

/** In font sizes. */
const listIndent = 1
const markerGap = 0.4

function preparedOf(paragraphs: readonly Paragraph[]): PreparedText {
  let widestWord = 0
  for (const { words, style } of paragraphs)
    for (const word of words) widestWord = Math.max(widestWord, word.width + (style?.indent ?? 0))
  return { paragraphs, widestWord }
}

/** `width` in the units of the font size the text was prepared with. */
export function breakLines(prepared: PreparedText, width: number): BrokenLine[] {
  const lines: BrokenLine[] = []
  for (const paragraph of prepared.paragraphs) breakParagraph(paragraph, width, lines)
  return lines
}

interface Paragraph {
  readonly text: string
  readonly words: readonly Word[]
  readonly advance: Advance
  /** Null for a plain paragraph. */
  readonly style: ParagraphStyle | null
}

/** The width of a part of a paragraph. */
type Advance = (text: string, start: number, end: number) => number

interface ParagraphStyle {
  readonly runs: readonly StyledRun[]
  readonly marker: string | null
  readonly markerAt: number
  /** Where the lines begin, behind the marker of a list item. */
  readonly indent: number
}

interface StyledRun {
  readonly start: number
  readonly end: number
  readonly font: Font
  readonly piece: MarkedPiece
}

interface Word {
  readonly start: number
  readonly end: number
  readonly width: number
  /** The width of the blanks between the word and the next one. */
  readonly gap: number
}

function splitWords(text: string, advance: Advance): Word[] {
  const words: Word[] = []
  let start = isAllBlank(text) ? text.length : 0
  while (start < text.length) {
    const end = wordEnd(text, start)
    let next = end
    while (next < text.length && isBlank(text.charCodeAt(next))) next++
    const gap = next > end ? advance(text, end, next) : 0
    words.push({ start, end, width: advance(text, start, end), gap })
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

export const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0x3000

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

function breakParagraph(paragraph: Paragraph, lineWidth: number, lines: BrokenLine[]) {
  const { words, style } = paragraph
  const width = style ? Math.max(1, lineWidth - style.indent) : lineWidth
  const first = lines.length
  let start = 0
  let end = 0
  let used = 0
  let gap = 0
  for (const word of words) {
    if (end > start && used + gap + word.width > width + tolerance) {
      lines.push(lineOf(paragraph, start, end, used, lines.length === first))
      start = word.start
      used = 0
      gap = 0
    }
    used += gap + word.width
    end = word.end
    gap = word.gap
    if (word.width > width + tolerance) [start, used] = breakWord(paragraph, start, end, width, lines, first)
  }
  lines.push(lineOf(paragraph, start, end, used, lines.length === first))
}

/** Pushes the full lines of a word that is wider than a line. Returns the start and width of the last, open line. */
function breakWord(
  paragraph: Paragraph,
  start: number,
  end: number,
  width: number,
  lines: BrokenLine[],
  first: number,
): [start: number, used: number] {
  const { text, advance } = paragraph
  let [from, used] = [start, 0]
  for (let at = start; at < end; ) {
    const next = Math.min(clusterEnd(text, at), end)
    const step = advance(text, at, next)
    if (at > from && used + step > width + tolerance) {
      lines.push(lineOf(paragraph, from, at, used, lines.length === first))
      from = at
      used = 0
    }
    used += step
    at = next
  }
  return [from, used]
}

function lineOf(paragraph: Paragraph, start: number, end: number, width: number, isFirst: boolean): BrokenLine {
  const { text, style } = paragraph
  const words = text.slice(start, end)
  if (!style) return plainLine(words, width)
  const runs: TextRun[] = []
  if (style.marker !== null && isFirst)
    runs.push({ text: style.marker, x: style.markerAt, width: style.indent - style.markerAt, ...plainRun })
  runs.push(...runsBetween(style, paragraph, start, end))
  return { text: words, width: style.indent + width, runs, isInList: style.marker !== null }
}

const plainRun = { isBold: false, isItalic: false, href: null }

function runsBetween(style: ParagraphStyle, { text, advance }: Paragraph, start: number, end: number): TextRun[] {
  let x = style.indent
  return partsBetween(style.runs, start, end).map(({ from, to, run }) => {
    const words = text.slice(from, to)
    const width = advance(text, from, to)
    const { isBold, isItalic, href } = run.piece
    const left = x
    x += width
    return { text: words, x: left, width, isBold, isItalic, href }
  })
}

/** The parts of the runs that lie in a range of the paragraph. The runs are in order, so the first is searched. */
function partsBetween(runs: readonly StyledRun[], start: number, end: number) {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle] as StyledRun).end <= start) low = middle + 1
    else high = middle
  }
  const parts: { from: number; to: number; run: StyledRun }[] = []
  for (let index = low; index < runs.length; index++) {
    const run = runs[index] as StyledRun
    if (run.start >= end) break
    parts.push({ from: Math.max(start, run.start), to: Math.min(end, run.end), run })
  }
  return parts
}

/** Sums of widths differ in the last digits by the order of addition; a box computed for a text must still fit it. */
export const tolerance = 1e-6
