// Lays out the text of a note at the largest font size that fits. Large text is broken between words only. Text that does
// not fit at the smallest size ends in an ellipsis.

import type { Font, FontFamily, NoteObject } from './drawable.ts'
import { type BrokenLine, breakLines, plainLine, prepareText, scaledLine } from './line-breaking.ts'
import { memoizeByFields } from './memoize.ts'
import { lineHeightFactor, placeLines, shorten, type TextLine } from './text-layout.ts'

export interface NoteText {
  readonly font: Font
  /** Relative to the note's top-left corner. */
  readonly lines: readonly TextLine[]
}

const noteFontFamily: FontFamily = 'Exo 2'
export const notePadding = 34

export const layOutNote = memoizeByFields<NoteObject, NoteText>(
  ['text', 'width', 'height', 'fontWeight', 'textTransform'],
  note => layOut(note, true),
)

/** Shows its marks as they were typed. */
export const layOutTypedNote = (note: NoteObject): NoteText => layOut(note, false)

function layOut(note: NoteObject, hasMarks: boolean): NoteText {
  const area = {
    width: Math.max(1, note.width - 2 * notePadding),
    height: Math.max(1, note.height - 2 * notePadding),
  }
  const { fontSize, lines } = fit(note, area, hasMarks)
  const font = fontOf(note, fontSize)
  const layout = placeLines(lines, font)
  const top = notePadding + Math.max(0, area.height - layout.height) / 2
  const placed = layout.lines.map(line => ({
    ...line,
    x: notePadding + Math.max(0, area.width - line.width) / 2,
    y: top + line.y,
  }))
  return { font, lines: placed }
}

const steps = [80, 70, 62, 54, 48, 42, 37, 32, 28, 25, 22, 19, 17, 15, 13]
const smallest = 13
/** Below this size a long word is broken instead of making the whole text smaller. */
const wordsWholeFrom = 28
/** More than a note can show at the smallest size. */
const maxShownCharacters = 6_000
const referenceSize = 100

const fontOf = ({ fontWeight }: NoteObject, fontSize: number): Font => ({
  fontFamily: noteFontFamily,
  fontSize,
  fontWeight,
  fontStyle: 'normal',
})

function fit(
  note: NoteObject,
  area: { width: number; height: number },
  hasMarks: boolean,
): { fontSize: number; lines: BrokenLine[] } {
  const text = note.text.slice(0, maxShownCharacters).trimEnd()
  const font = fontOf(note, referenceSize)
  const prepared = prepareText({ ...font, text, textTransform: note.textTransform, hasMarks })
  const linesAt = (fontSize: number) => {
    const ratio = fontSize / referenceSize
    return breakLines(prepared, area.width / ratio).map(line => scaledLine(line, ratio))
  }
  const fits = (fontSize: number) => {
    const hasWholeWords = (prepared.widestWord * fontSize) / referenceSize <= area.width
    if (fontSize >= wordsWholeFrom && !hasWholeWords) return false
    return linesAt(fontSize).length * fontSize * lineHeightFactor <= area.height
  }
  const fontSize = firstThat(fits)
  return { fontSize, lines: cutToHeight(linesAt(fontSize), area, fontOf(note, fontSize)) }
}

/** What fits at one size fits at every smaller one, so a binary search finds the largest. */
function firstThat(fits: (fontSize: number) => boolean): number {
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(steps[middle] ?? smallest)) high = middle
    else low = middle + 1
  }
  return steps[low] ?? smallest
}

function cutToHeight(lines: BrokenLine[], area: { width: number; height: number }, font: Font): BrokenLine[] {
  const room = Math.max(1, Math.floor(area.height / (font.fontSize * lineHeightFactor)))
  if (lines.length <= room) return lines
  const last = shorten(`${lines[room - 1]?.text ?? ''}……`, font, area.width)
  return [...lines.slice(0, room - 1), plainLine(last, area.width)]
}
