// Mentions in comments: an email address after an @.

/** Returns the mentioned addresses in lower case, each once. */
export function mentionsIn(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\p{N}_.+-])@([^\s@<>(),;:"\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/gu,
  )
  return [...new Set([...found].map(match => (match[1] as string).toLowerCase()))]
}
