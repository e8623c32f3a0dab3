// Keeps answers under 20,000 tokens. A token is at least two bytes in every text that boards contain: ids and numbers have
// about two bytes for a token, English four, Chinese three.

/** The limit for the text and the structured content together. */
export const maxAnswerBytes = 40_000

export const byteLength = (text: string): number => Buffer.byteLength(text)

/** The first characters of a text, with a note of how many are left out. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}… (+${text.length - kept.length} characters)`
}

/** As many of the items, from `start` on, as fit; at least one. */
export function takeWhatFits<T>(
  items: readonly T[],
  start: number,
  write: (item: T) => string,
  maxBytes: number,
): { lines: string[]; end: number } {
  const lines: string[] = []
  let left = maxBytes
  let end = start
  for (; end < items.length; end += 1) {
    const line = write(items[end] as T)
    left -= byteLength(line) + 1
    if (left < 0 && lines.length > 0) break
    lines.push(line)
  }
  return { lines, end }
}
