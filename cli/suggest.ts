// Suggests the word that a mistyped one probably stands for.

/** Null if none is close. */
export function suggest(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map(one => ({ one, distance: editDistance(word.toLowerCase(), one) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= (best.one.length < 4 ? 1 : 2) ? best.one : null
}

/** A sentence that starts with a space; empty if no word is close. */
export function didYouMean(word: string, known: readonly string[], show = (found: string) => found): string {
  const suggestion = suggest(word, known)
  return suggestion === null ? '' : ` Did you mean ${show(suggestion)}?`
}

/** The number of inserted, deleted and replaced characters between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a.slice(0, 64)].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] as number) + (character === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
