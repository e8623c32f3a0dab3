// The keys that set marks in a text while it is edited, and Enter and Tab in a list. The functions are pure: they
// return the replacement.

import { matchesKey, type PressedKey } from '../../actions/shortcuts/match-key.ts'

export interface EditedText {
  readonly text: string
  /** The selection. */
  readonly start: number
  readonly end: number
}

/** Replaces a part of the text and selects a part of the result. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

/** `edit` returns null if the key is typed as usual. */
interface MarkKey {
  readonly name: 'bold' | 'italic' | 'bulletedList' | 'numberedList' | 'link' | 'continueList' | 'indentList'
  readonly keys: string
  readonly edit: (edited: EditedText) => TextEdit | null
}

// biome-ignore format: a table
export const markKeys: readonly MarkKey[] = [
  { name: 'bold',         keys: 'mod+b',       edit: edited => toggleMark(edited, '**') },
  { name: 'italic',       keys: 'mod+i',       edit: edited => toggleMark(edited, '*') },
  { name: 'link',         keys: 'mod+k',       edit: edited => insertLink(edited) },
  { name: 'bulletedList', keys: 'mod+shift+8', edit: edited => toggleList(edited, '-') },
  { name: 'numberedList', keys: 'mod+shift+7', edit: edited => toggleList(edited, '1.') },
  { name: 'continueList', keys: 'enter',       edit: edited => continueList(edited) },
  { name: 'indentList',   keys: 'tab',         edit: edited => indentList(edited, 1) },
  { name: 'indentList',   keys: 'shift+tab',   edit: edited => indentList(edited, -1) },
]

/** Null if the key is typed as usual. */
export const editForKey = (edited: EditedText, pressed: PressedKey): TextEdit | null =>
  markKeys.find(({ keys }) => matchesKey(keys, pressed))?.edit(edited) ?? null

/** Adds marks around the selection, or the word at the caret. A second time removes them. */
function toggleMark({ text, ...selection }: EditedText, mark: '**' | '*'): TextEdit {
  const { start, end } = wholeWords(text, selection)
  const size = mark.length
  const isOutside = signsBefore(text, start) === size || (signsBefore(text, start) === 3 && signsAfter(text, end) === 3)
  if (isOutside && text.startsWith(mark, end)) {
    const from = start - size
    return { from, to: end + size, insert: text.slice(start, end), start: from, end: end - size }
  }
  const insert = `${mark}${text.slice(start, end)}${mark}`
  return { from: start, to: end, insert, start: start + size, end: end + size }
}

function wholeWords(text: string, { start, end }: Omit<EditedText, 'text'>) {
  let [from, to] = [start, end]
  // Blanks at the ends of the selection stay outside: a mark has to touch a word.
  while (from < to && /\s/.test(text[from] as string)) from++
  while (to > from && /\s/.test(text[to - 1] as string)) to--
  if (from < to ? isWord(text[from]) : true) while (isWord(text[from - 1])) from--
  if (from < to ? isWord(text[to - 1]) : true) while (isWord(text[to])) to++
  return { start: from, end: to }
}

const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

function signsBefore(text: string, at: number): number {
  let count = 0
  while (text[at - 1 - count] === '*') count++
  return count
}

function signsAfter(text: string, at: number): number {
  let count = 0
  while (text[at + count] === '*') count++
  return count
}

/** The address is selected, so that it can be typed; if the selection is an address, the caret is at the label. */
function insertLink({ text, start, end }: EditedText): TextEdit {
  const words = text.slice(start, end)
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(words))
    return { from: start, to: end, insert: `[](${words})`, start: start + 1, end: start + 1 }
  const address = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](https://)`, start: address, end: address + 'https://'.length }
}

const item = /^([ \t]*)(-|(\d{1,3})([.)]))[ \t]+/

/** The selected lines become items; if all of them are items, they become plain. */
function toggleList(edited: EditedText, marker: '-' | '1.'): TextEdit {
  const { lines } = selectedLines(edited)
  const isThis = (line: string) => (item.exec(line)?.[2] === '-') === (marker === '-') && item.test(line)
  const isOff = lines.every(isThis)
  const changed = lines.map((line, index) => {
    const plain = line.replace(item, '$1')
    return isOff ? plain : plain.replace(/^[ \t]*/, indent => `${indent}${marker === '-' ? '-' : `${index + 1}.`} `)
  })
  return replaceLines(edited, changed)
}

/**
 * Indents each selected item by one level, or outdents it. Null if a line is not an item: then Tab does not change the
 * list.
 */
function indentList(edited: EditedText, by: 1 | -1): TextEdit | null {
  const { from, lines } = selectedLines(edited)
  if (!lines.every(line => item.test(line))) return null
  const above = edited.text.slice(0, from).split('\n').slice(0, -1)
  const changed: string[] = []
  for (const line of lines) changed.push(atLevel(line, levelOf(line) + by, [...above, ...changed]))
  return replaceLines(edited, changed)
}

const deepest = 6

function atLevel(line: string, level: number, above: readonly string[]): string {
  const [found = '', , marker, , sign] = item.exec(line) ?? []
  const kept = Math.min(deepest, Math.max(0, level))
  if (kept === levelOf(line)) return line
  const shown = marker === '-' ? marker : `${numberAfter(above, kept)}${sign}`
  return `${'  '.repeat(kept)}${shown} ${line.slice(found.length)}`
}

const levelOf = (line: string) => Math.floor((item.exec(line)?.[1] ?? '').replaceAll('\t', '  ').length / 2)

/** The number that continues the list of that level. */
function numberAfter(above: readonly string[], level: number): number {
  const before = above.findLast(line => !item.test(line) || levelOf(line) <= level)
  const number = before !== undefined && levelOf(before) === level ? item.exec(before)?.[3] : undefined
  return number === undefined ? 1 : Number(number) + 1
}

function selectedLines({ text, start, end }: EditedText) {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  return { from, to, lines: text.slice(from, to).split('\n') }
}

/** A selection is extended to whole lines; a caret stays at its character. */
function replaceLines(edited: EditedText, lines: readonly string[]): TextEdit {
  const { start, end } = edited
  const { from, to } = selectedLines(edited)
  const insert = lines.join('\n')
  const caret = Math.max(from, end + insert.length - (to - from))
  return { from, to, insert, start: start === end ? caret : from, end: start === end ? caret : from + insert.length }
}

/** The next item of a list; an empty one ends it. */
function continueList({ text, start, end }: EditedText): TextEdit | null {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const [found, indent = '', marker, number, sign] = item.exec(text.slice(from, start)) ?? []
  if (found === undefined) return null
  const next = text.indexOf('\n', end)
  const rest = text.slice(from + found.length, next < 0 ? text.length : next)
  if (rest.trim() === '') return { from, to: end, insert: '', start: from, end: from }
  const insert = `\n${indent}${marker === '-' ? '-' : `${Number(number) + 1}${sign}`} `
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}
