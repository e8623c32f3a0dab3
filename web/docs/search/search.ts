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
    const alternatives = words.map(expandWord)
    return indexed
      .map(one => ({ entry: one.entry, score: scoreOf(one, words, alternatives) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, maxResults)
      .map(({ entry }) => entry)
  }
}

interface IndexedEntry {
  readonly entry: SearchEntry
  readonly fields: readonly { readonly weight: number; readonly words: readonly string[] }[]
}

const indexEntry = (entry: SearchEntry): IndexedEntry => ({
  entry,
  fields: [
    { weight: 10, words: wordsOf(entry.title) },
    { weight: 9, words: entry.keywords.flatMap(wordsOf) },
    { weight: 3, words: wordsOf(entry.place) },
    { weight: 2, words: [...new Set(wordsOf(entry.text))] },
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

/** The sum of the best score of each word, or 0 if a word does not match. */
function scoreOf({ entry, fields }: IndexedEntry, words: readonly string[], alternatives: readonly string[][]): number {
  const best = alternatives.map(among =>
    Math.max(...among.map((word, index) => (index === 0 ? 1 : 0.6) * bestMatch(fields, word))),
  )
  if (best.includes(0)) return 0
  const sum = best.reduce((total, score) => total + score, 0)
  return (sum / words.length) * kindWeights[entry.kind] + titleBonus(fields[0]?.words ?? [], words)
}

const bestMatch = (fields: IndexedEntry['fields'], word: string) =>
  Math.max(...fields.map(({ weight, words }) => weight * matchScore(words, word)))

/**
 * A whole word scores higher than another form of it, which scores higher than a prefix; a match inside a word scores
 * lowest.
 */
function matchScore(among: readonly string[], word: string): number {
  const stem = stemOf(word)
  let best = 0
  for (const one of among) {
    if (one === word) return 4
    if (stemOf(one) === stem) best = Math.max(best, 3.8)
    else if (one.startsWith(word)) best = Math.max(best, 2.5)
    else if (word.length > 3 && one.includes(word)) best = Math.max(best, 0.8)
  }
  return best
}

/** More if the query covers much of the title: `notes` is Notes rather than Notes of a Meeting. */
function titleBonus(title: readonly string[], words: readonly string[]): number {
  const stems = new Set(words.map(stemOf))
  const covered = title.filter(word => stems.has(stemOf(word))).length
  return title.length === 0 ? 0 : (10 * covered) / title.length
}
