// Fuzzy matching of a few typed letters with a name: all letters have to occur in their order, and matches at the start of
// words and of letters in a row are better. Accents and case do not count.

/** Higher is better; null if the name does not match. An empty query matches everything equally. */
export function matchScore(query: string, name: string): number | null {
  const wanted = plain(query).replace(/\s+/g, '')
  if (wanted === '') return 0
  const letters = plain(name)
  const whole = letters.indexOf(plain(query).trim())
  if (whole >= 0) return 1_000 - Math.min(whole, 100) + (isWordStart(letters, whole) ? 500 : 0) - letters.length / 100
  let [score, from] = [0, 0]
  for (const letter of wanted) {
    const at = nextMatch(letters, letter, from)
    if (at < 0) return null
    score += isWordStart(letters, at) ? 10 : at === from && from > 0 ? 6 : 1
    from = at + 1
  }
  return score - letters.length / 100
}

/** The next start of a word with this letter, unless the letter follows at once. */
function nextMatch(letters: string, letter: string, from: number): number {
  if (letters[from] === letter) return from
  for (let at = letters.indexOf(letter, from); at >= 0; at = letters.indexOf(letter, at + 1))
    if (isWordStart(letters, at)) return at
  return letters.indexOf(letter, from)
}

const isWordStart = (letters: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(letters[at - 1] as string)

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
