// Searches operations: every word must match, and where it matches decides the order.

import type { Operation } from '../reference/description.ts'

export function findOperations(operations: readonly Operation[], query: string): Operation[] {
  const words = wordsOf(query)
  if (words.length === 0) return [...operations]
  return operations
    .map(operation => ({ operation, score: scoreOf(searchFieldsOf(operation), words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ operation }) => operation)
}

interface SearchField {
  readonly weight: number
  readonly words: readonly string[]
}

function searchFieldsOf({ title, id, method, path, inQuery, bodies }: Operation): SearchField[] {
  const fields = bodies.flatMap(body => Object.keys(body.schema.properties ?? {}))
  return [
    { weight: 8, words: wordsOf(title) },
    { weight: 6, words: wordsOf(id) },
    { weight: 5, words: [method.toLowerCase()] },
    { weight: 4, words: wordsOf(path) },
    { weight: 1, words: [...inQuery.map(parameter => parameter.name), ...fields].map(name => name.toLowerCase()) },
  ]
}

/** The sum of the best score of each word, or 0 if a word does not match. */
function scoreOf(places: readonly SearchField[], words: readonly string[]): number {
  const best = words.map(word => Math.max(...places.map(place => place.weight * matchScore(place.words, word))))
  return best.includes(0) ? 0 : best.reduce((sum, score) => sum + score, 0)
}

/** A whole word scores higher than a prefix, and a prefix higher than a substring. */
function matchScore(among: readonly string[], word: string): number {
  if (among.includes(word)) return 4
  if (among.some(one => one.startsWith(word))) return 3
  return among.some(one => one.includes(word)) ? 1 : 0
}

/** Lower-case words. Camel case is split: listUsers becomes list and users. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .filter(word => word !== '')
