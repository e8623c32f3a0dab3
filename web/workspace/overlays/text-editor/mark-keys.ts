// The keys that set marks in a text while it is edited, and Enter in a list. Pure: what they replace in the text.

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

interface PressedKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Null if the key is typed as usual. */
export function editForKey(edited: EditedText, pressed: PressedKey): TextEdit | null {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = pressed
  if (altKey) return null
  if (!ctrlKey && !metaKey) return key === 'Enter' && !shiftKey ? continueList(edited) : null
  if (shiftKey) return code === 'Digit8' ? toggleList(edited, '-') : code === 'Digit7' ? toggleList(edited, '1.') : null
  const letter = key.toLowerCase()
  if (letter === 'b') return toggleMark(edited, '**')
  if (letter === 'i') return toggleMark(edited, '*')
  return letter === 'k' ? insertLink(edited) : null
}

/** Around the selection, or the word at the caret. A second time takes the marks away. */
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

/** The address is selected, to be typed; if the selection is an address, the caret is where the label goes. */
function insertLink({ text, start, end }: EditedText): TextEdit {
  const words = text.slice(start, end)
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(words))
    return { from: start, to: end, insert: `[](${words})`, start: start + 1, end: start + 1 }
  const address = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](https://)`, start: address, end: address + 'https://'.length }
}

const item = /^([ \t]*)(-|(\d{1,3})([.)]))[ \t]+/

/** The selected lines become items; if all of them are, they become plain. */
function toggleList({ text, start, end }: EditedText, marker: '-' | '1.'): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isThis = (line: string) => (item.exec(line)?.[2] === '-') === (marker === '-') && item.test(line)
  const isOff = lines.every(isThis)
  const changed = lines.map((line, index) => {
    const plain = line.replace(item, '$1')
    return isOff ? plain : plain.replace(/^[ \t]*/, indent => `${indent}${marker === '-' ? '-' : `${index + 1}.`} `)
  })
  const insert = changed.join('\n')
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
