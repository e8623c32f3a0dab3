// Breaks text into lines and positions them. Right-to-left runs are left to the canvas. There is no hyphenation.

import type { Font } from './drawable.ts'
import {
  type BrokenLine,
  breakLines,
  isBlank,
  plainLine,
  prepareText,
  shownText,
  type TextRun,
  type TextToPrepare,
  tolerance,
} from './line-breaking.ts'
import { type MarkedLine, parseMarks } from './text-marks.ts'
import { baselineOffset, clusterEnd, type Measure, measureAdvance } from './text-measure.ts'

export const lineHeightFactor = 1.25

export interface TextToLayOut extends TextToPrepare {
  /** Lines are broken to fit this width; without it only at line ends. */
  readonly width?: number
  /** The marks of the text, if they have been read before. */
  readonly marked?: readonly MarkedLine[] | null
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
  /** The parts of the line with their styles; null if all of it is plain. */
  readonly runs: readonly TextRun[] | null
}

export function layOutText(given: TextToLayOut, measure: Measure = measureAdvance): TextLayout {
  const { width = Infinity } = given
  const { marked = given.hasMarks ? parseMarks(given.text) : null } = given
  if (width === Infinity && !marked) return placeLines(wholeLines(shownText(given), given, measure), given)
  return placeLines(breakLines(prepareText(given, measure, marked), width), given)
}

export function placeLines(lines: readonly BrokenLine[], font: Font): TextLayout {
  const lineHeight = font.fontSize * lineHeightFactor
  const offset = baselineOffset(font, lineHeight)
  const widths = widthsInLists(lines)
  let width = 0
  const placed = lines.map((line, index) => {
    width = Math.max(width, line.width)
    return { text: line.text, x: 0, y: index * lineHeight + offset, width: widths[index] as number, runs: line.runs }
  })
  return { lines: placed, width, height: lines.length * lineHeight }
}

/** The lines of a list are as wide as the widest of them, so that they are aligned as one block. */
function widthsInLists(lines: readonly BrokenLine[]): number[] {
  const widths = lines.map(({ width }) => width)
  for (let start = 0; start < lines.length; start++) {
    if (!lines[start]?.isInList) continue
    let end = start
    while (lines[end]?.isInList) end++
    widths.fill(Math.max(...widths.slice(start, end)), start, end)
    start = end
  }
  return widths
}

/** Shortens a line to what fits, with an ellipsis if something is left out. */
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

function wholeLines(shown: string, font: Font, measure: Measure): BrokenLine[] {
  return shown.split('\n').map(line => {
    let end = line.length
    while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
    const text = line.slice(0, end)
    return plainLine(text, measure(text, font))
  })
}
