// Where the words of a query occur in a text, so that results can highlight them, and the part of a long text around
// the first one.

import { expandWord, stemOf, wordsOf } from './search-words.ts'

export interface TextPiece {
  readonly text: string
  readonly isMatch: boolean
}

export function markWords(text: string, query: string): TextPiece[] {
  const sought = wordsOf(query)
  const stems = new Set(sought.flatMap(expandWord).map(stemOf))
  if (stems.size === 0) return [{ text, isMatch: false }]
  const isSought = (word: string) => stems.has(stemOf(word)) || sought.some(start => word.startsWith(start))
  const pieces: TextPiece[] = []
  for (const [part] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const isMatch = /^[\p{L}\p{N}]/u.test(part) && wordsOf(part).some(isSought)
    const last = pieces.at(-1)
    if (last && last.isMatch === isMatch) pieces[pieces.length - 1] = { text: last.text + part, isMatch }
    else pieces.push({ text: part, isMatch })
  }
  return pieces
}

const excerptLength = 140

/** The text around the first match, cut at words. */
export function excerptOf(text: string, query: string): string {
  if (text.length <= excerptLength) return text
  const pieces = markWords(text, query)
  const first = pieces.findIndex(piece => piece.isMatch)
  const at = pieces.slice(0, Math.max(first, 0)).reduce((length, piece) => length + piece.text.length, 0)
  const from = at < excerptLength / 2 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const end = from + excerptLength
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end)
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
}
