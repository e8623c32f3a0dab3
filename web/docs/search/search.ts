// Searches the documentation: every word of the query must match, and where it matches decides the order.

import type { EntryKind, SearchEntry } from './search-entry.ts'
import { expandWord, stemOf, wordsOf } from './search-words.ts'

export type Search = (query: string) => SearchEntry[]

const maxResults = 40

export function openSearch(entries: readonly SearchEntry[]): Search {
  const indexed = entries.map(indexEntry)
  return query => {
    const words = wordsOf(query)
    if (words.length === 0) return []
    const alternatives = words.map(word => withStems(expandWord(word)))
    return indexed
      .map(one => ({ entry: one.entry, score: scoreOf(one, alternatives) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, maxResults)
      .map(({ entry }) => entry)
  }
}

interface Word {
  readonly text: string
  readonly stem: string
}

const withStems = (words: readonly string[]): Word[] => words.map(text => ({ text, stem: stemOf(text) }))

interface IndexedEntry {
  readonly entry: SearchEntry
  readonly fields: readonly { readonly weight: number; readonly words: readonly Word[] }[]
}

const indexEntry = (entry: SearchEntry): IndexedEntry => ({
  entry,
  fields: [
    { weight: 10, words: withStems(wordsOf(entry.title)) },
    { weight: 9, words: withStems(entry.keywords.flatMap(wordsOf)) },
    { weight: 3, words: withStems(wordsOf(entry.place)) },
    { weight: 2, words: withStems([...new Set(wordsOf(entry.text))]) },
  ],
})

/** Guides and nouns come before their details. */
const kindWeights: Readonly<Record<EntryKind, number>> = {
  guide: 1.6,
  noun: 1.5,
  section: 1.2,
  operation: 1.1,
  error: 1,
  field: 0.9,
}

/** The sum of the best score of each word, or 0 if a word does not match. The first alternative is the word itself. */
function scoreOf({ entry, fields }: IndexedEntry, alternatives: readonly Word[][]): number {
  const best = alternatives.map(among =>
    Math.max(...among.map((word, index) => (index === 0 ? 1 : 0.6) * bestMatch(fields, word))),
  )
  if (best.includes(0)) return 0
  const sum = best.reduce((total, score) => total + score, 0)
  const words = alternatives.flatMap(([word]) => word ?? [])
  return (sum / words.length) * kindWeights[entry.kind] + titleBonus(fields[0]?.words ?? [], words)
}

const bestMatch = (fields: IndexedEntry['fields'], word: Word) =>
  Math.max(...fields.map(({ weight, words }) => weight * matchScore(words, word)))

/**
 * A whole word scores higher than another form of it, which scores higher than a prefix; a match inside a word scores
 * lowest.
 */
function matchScore(among: readonly Word[], { text, stem }: Word): number {
  let best = 0
  for (const one of among) {
    if (one.text === text) return 4
    if (one.stem === stem) best = Math.max(best, 3.8)
    else if (one.text.startsWith(text)) best = Math.max(best, 2.5)
    else if (text.length > 3 && one.text.includes(text)) best = Math.max(best, 0.8)
  }
  return best
}

/** More if the query covers much of the title: `notes` is Notes rather than Notes of a Meeting. */
function titleBonus(title: readonly Word[], words: readonly Word[]): number {
  const stems = new Set(words.map(({ stem }) => stem))
  const covered = title.filter(({ stem }) => stems.has(stem)).length
  return title.length === 0 ? 0 : (10 * covered) / title.length
}
