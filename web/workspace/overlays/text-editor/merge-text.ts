// Merges the edits of two users to the same text since their last common version. If they conflict, this user's edit
// wins.

interface Edit {
  readonly start: number
  /** The end of the replaced part of the common text. */
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

/** The position of the caret after the other user's edit was merged. */
export function movedCaret(caret: number, before: string, after: string): number {
  const { start, end, words } = editOf(before, after)
  if (caret <= start) return caret
  return caret >= end ? caret + words.length - (end - start) : start + words.length
}

/** The range from the first to the last difference. */
function editOf(base: string, changed: string): Edit {
  const shorter = Math.min(base.length, changed.length)
  let start = 0
  while (start < shorter && base[start] === changed[start]) start++
  let tail = 0
  while (tail < shorter - start && base[base.length - 1 - tail] === changed[changed.length - 1 - tail]) tail++
  return { start, end: base.length - tail, words: changed.slice(start, changed.length - tail) }
}

const applyEdit = (text: string, { start, end, words }: Edit) => text.slice(0, start) + words + text.slice(end)
