// Splits comma-separated values into rows (RFC 4180): quoted cells may hold separators, line breaks and doubled quotes. The
// separator is a comma, a semicolon or a tab, whichever the first line has most of.

export function* parseCsv(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    row.push(cell.value)
    at = cell.end
    if (text[at] === separator) {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const line = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '').slice(0, 100_000)
  const counts = [',', ';', '\t'].map(one => [line.split(one).length, one] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

interface Cell {
  readonly value: string
  readonly end: number
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end).trim(), end }
}

/** A quote that is never closed reaches to the end of the file. What follows a closing quote belongs to the cell. */
function quotedCell(text: string, start: number): Cell {
  const parts: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { value: parts.join('') + text.slice(at), end: text.length }
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') return { value: parts.join(''), end: endOfCell(text, quote + 1) }
    parts.push('"')
    at = quote + 2
  }
}

function endOfCell(text: string, start: number): number {
  let end = start
  while (text[end] === ' ') end += 1
  return end
}
