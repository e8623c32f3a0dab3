// Two people write in the same text: what each of them changed since both had the same, put together. Where they changed
// the same place, the one at this keyboard stays.

interface Edit {
  readonly start: number
  /** Of the part of the common text that is replaced. */
  readonly end: number
  readonly words: string
}

export function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const [own, other] = [editOf(base, mine), editOf(base, theirs)]
  if (own.start >= other.end) return applyEdit(applyEdit(base, own), other)
  if (other.start >= own.end) return applyEdit(applyEdit(base, other), own)
  return mine
}

/** Where a place in one's own text is after their words have come into it. */
export function movedCaret(caret: number, before: string, after: string): number {
  const { start, end, words } = editOf(before, after)
  if (caret <= start) return caret
  return caret >= end ? caret + words.length - (end - start) : start + words.length
}

/** From the first place where they differ to the last. */
function editOf(base: string, changed: string): Edit {
  const shorter = Math.min(base.length, changed.length)
  let start = 0
  while (start < shorter && base[start] === changed[start]) start++
  let tail = 0
  while (tail < shorter - start && base[base.length - 1 - tail] === changed[changed.length - 1 - tail]) tail++
  return { start, end: base.length - tail, words: changed.slice(start, changed.length - tail) }
}

const applyEdit = (text: string, { start, end, words }: Edit) => text.slice(0, start) + words + text.slice(end)
