// Reads the marks in a text: `**bold**`, `*italic*`, `_italic_`, `- item`, `1. item`, `[label](https://…)` and bare web
// addresses. A small part of Markdown, in linear time. Whatever is not clearly a mark stays as it was written; a
// backslash before a mark makes it plain.

import { charTypeOf } from './char-types.ts'

export interface MarkedLine {
  readonly pieces: readonly MarkedPiece[]
  /** The bullet or number of a list item. */
  readonly marker: string | null
  /** How deep a list item is indented, from 0. */
  readonly level: number
}

export interface MarkedPiece {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  /** The address that a link leads to: http, https or mailto. */
  readonly href: string | null
}

/** Counts what is done for each sign of a text, so that a test can compare texts of different lengths. */
export interface Work {
  steps: number
}

/** Null if the text has no marks, which a quick check decides for most texts. */
export function parseMarks(text: string, work: Work = { steps: 0 }): readonly MarkedLine[] | null {
  if (!mayHaveMarks.test(text)) return null
  const lines = text.split(lineEnd).map(line => parseLine(line, work))
  return lines.some(hasMarks) ? lines : null
}

/** The text as it is read, without marks. `lines` are given if the marks have been read before. */
export function withoutMarks(text: string, lines = parseMarks(text)): string {
  if (!lines) return text
  return lines
    .map(({ pieces, marker }) => `${marker === null ? '' : `${marker} `}${pieces.map(piece => piece.text).join('')}`)
    .join('\n')
}

/** The addresses of the links in a text, in its order. */
export const linksIn = (text: string): string[] => [
  ...new Set((parseMarks(text) ?? []).flatMap(({ pieces }) => pieces.flatMap(({ href }) => href ?? []))),
]

const bullet = '•'

const mayHaveMarks = /[*_[]|https?:\/\/|^[ \t]*(?:\\?-|\d{1,3}\\?[.)])[ \t]/im
const lineEnd = /\r\n?|[\n\u2028\u2029]/
const listItem = /^([ \t]*)(-|\d{1,3}[.)])[ \t]+(.*)$/
const escapedItem = /^([ \t]*\d{0,3})\\(?=[-.)][ \t])/
const maxLevel = 6

const hasMarks = ({ pieces, marker, isEscaped }: MarkedLine & { isEscaped: boolean }) =>
  isEscaped || marker !== null || pieces.some(({ isBold, isItalic, href }) => isBold || isItalic || href !== null)

function parseLine(line: string, work: Work): MarkedLine & { isEscaped: boolean } {
  const [, indent = '', marker, content = ''] = listItem.exec(line) ?? []
  if (marker === undefined) {
    const shown = line.replace(escapedItem, '$1')
    const { pieces, isEscaped } = parseInline(shown, work)
    return { pieces: pieces.map(pieceOf), marker: null, level: 0, isEscaped: isEscaped || shown !== line }
  }
  const level = Math.min(maxLevel, Math.floor(indent.replaceAll('\t', '  ').length / 2))
  const { pieces, isEscaped } = parseInline(content, work)
  return { pieces: pieces.map(pieceOf), marker: marker === '-' ? bullet : marker, level, isEscaped }
}

/** The styles of a piece, by their bits. A new one is a line here, in `pieceOf` and in `styledRuns`. */
const style = { bold: 1, italic: 2 } as const
const styleBits: readonly number[] = Object.values(style)

/** The styles of a run of a sign by its length. A longer run, and one without styles, is plain text. */
const styledRuns: Readonly<Record<string, readonly number[]>> = {
  '*': [0, style.italic, style.bold, style.italic | style.bold],
  _: [0, style.italic],
}

/** Text with the styles it has so far, or a run of a sign that may become one. */
interface Node {
  text: string
  readonly styles: number
  readonly href: string | null
  /** How many spans of each style begin here, less those that ended before. */
  spans: number[] | null
}

const newNode = (text: string, styles = 0, href: string | null = null): Node => ({ text, styles, href, spans: null })

const pieceOf = ({ text, styles, href }: Node): MarkedPiece => ({
  text,
  isBold: (styles & style.bold) > 0,
  isItalic: (styles & style.italic) > 0,
  href,
})

function parseInline(line: string, work: Work): { pieces: Node[]; isEscaped: boolean } {
  const nodes: Node[] = []
  const marks = new MarkPairs(nodes, work)
  let plainFrom = 0
  let isEscaped = false
  const flush = (until: number) => {
    if (until > plainFrom) nodes.push(newNode(line.slice(plainFrom, until)))
  }
  for (let at = 0; at < line.length; ) {
    work.steps += 1
    const sign = line[at] as string
    const link = sign === '[' ? linkAt(line, at, work) : sign === 'h' || sign === 'H' ? addressAt(line, at, work) : null
    if (sign === '\\' && isEscapable(line[at + 1])) {
      flush(at)
      plainFrom = at + 1
      isEscaped = true
      at += 2
    } else if (link) {
      flush(at)
      nodes.push(...link.nodes)
      at = plainFrom = link.end
    } else if (styledRuns[sign]) {
      const end = runEnd(line, at)
      flush(at)
      nodes.push(newNode(line.slice(at, end)))
      marks.add(line, at, end)
      at = plainFrom = end
    } else at++
  }
  flush(line.length)
  return { pieces: joinNodes(nodes), isEscaped }
}

const isEscapable = (sign: string | undefined) =>
  sign !== undefined && (sign === '[' || sign === ']' || styledRuns[sign] !== undefined)

function runEnd(line: string, start: number): number {
  let end = start
  while (line[end] === line[start]) end++
  return end
}

/** The nodes of the open runs of a sign, by length. */
type OpenRuns = readonly number[][]

/** Pairs runs that open with those that close, the innermost first. */
class MarkPairs {
  readonly #nodes: Node[]
  readonly #work: Work
  readonly #open: Readonly<Record<string, OpenRuns>>
  readonly #stacks: readonly number[][]

  constructor(nodes: Node[], work: Work) {
    this.#nodes = nodes
    this.#work = work
    this.#open = Object.fromEntries(Object.entries(styledRuns).map(([sign, lengths]) => [sign, lengths.map(() => [])]))
    this.#stacks = Object.values(this.#open).flat()
  }

  /** The run is the last node. */
  add(line: string, start: number, end: number): void {
    const sign = line[start] as string
    if (!styledRuns[sign]?.[end - start]) return
    const { canOpen, canClose } = flanks(line, start, end)
    const at = this.#nodes.length - 1
    if (canClose) this.#close(sign, at)
    const left = this.#lengthOf(at)
    if (canOpen && left > 0) this.#open[sign]?.[left]?.push(at)
  }

  #close(sign: string, at: number): void {
    const open = this.#open[sign] as OpenRuns
    for (let left = this.#lengthOf(at); left > 0; left = this.#lengthOf(at)) {
      const opener = openerFor(open, left)
      if (opener < 0) return
      const used = Math.min(left, this.#lengthOf(opener))
      this.#dropFrom(opener)
      this.#span(styledRuns[sign]?.[used] ?? 0, opener, at)
      for (const index of [opener, at]) {
        const node = this.#nodes[index] as Node
        node.text = node.text.slice(used)
      }
      const rest = this.#lengthOf(opener)
      if (rest > 0) open[rest]?.push(opener)
    }
  }

  /** Runs that opened later are not closed any more. Each is dropped only once. */
  #dropFrom(opener: number): void {
    for (const stack of this.#stacks) {
      this.#work.steps += 1
      for (; (stack.at(-1) ?? -1) >= opener; stack.pop()) this.#work.steps += 1
    }
  }

  #span(styles: number, opener: number, closer: number): void {
    const [first, behind] = [this.#spansOf(opener + 1), this.#spansOf(closer)]
    for (const [index, bit] of styleBits.entries()) {
      if ((styles & bit) === 0) continue
      first[index] = (first[index] as number) + 1
      behind[index] = (behind[index] as number) - 1
    }
  }

  #spansOf(index: number): number[] {
    const node = this.#nodes[index] as Node
    node.spans ??= styleBits.map(() => 0)
    return node.spans
  }

  #lengthOf(index: number): number {
    return this.#nodes[index]?.text.length ?? 0
  }
}

/** The last open run of the same length or of the longest; the longest is closed by any. -1 if there is none. */
function openerFor(open: OpenRuns, length: number): number {
  const longest = open.length - 1
  let opener = open[longest]?.at(-1) ?? -1
  for (let one = length === longest ? 1 : length; one <= length; one++)
    opener = Math.max(opener, open[one]?.at(-1) ?? -1)
  return opener
}

/**
 * As in CommonMark: a run opens in front of text and closes behind it. A single sign counts only at the border of a word,
 * so that `2*3*4` and `snake_case_name` stay as they are.
 */
function flanks(line: string, start: number, end: number): { canOpen: boolean; canClose: boolean } {
  const [before, after] = [charTypeOf(line, start - 1), charTypeOf(line, end)]
  const opens = after !== 'blank' && (after !== 'punctuation' || before === 'blank' || before === 'punctuation')
  const closes = before !== 'blank' && (before !== 'punctuation' || after === 'blank' || after === 'punctuation')
  const isSingle = end - start === 1
  return { canOpen: opens && !(isSingle && before === 'word'), canClose: closes && !(isSingle && after === 'word') }
}

const labelledLink = /\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/iy
const webAddress = /https?:\/\/[^\s<>"“”]+/iy
const notAtEnd = new Set(".,;:!?'’…*_]}")

function linkAt(line: string, at: number, work: Work): { nodes: Node[]; end: number } | null {
  labelledLink.lastIndex = at
  const [whole, label, href] = labelledLink.exec(line) ?? []
  if (whole === undefined || label === undefined || href === undefined) return null
  work.steps += whole.length
  const nodes = parseInline(label, work).pieces.map(({ text, styles }) => newNode(text, styles, href))
  return { nodes, end: at + whole.length }
}

function addressAt(line: string, at: number, work: Work): { nodes: Node[]; end: number } | null {
  if (charTypeOf(line, at - 1) === 'word') return null
  webAddress.lastIndex = at
  const found = webAddress.exec(line)?.[0] ?? ''
  work.steps += found.length
  const address = found.slice(0, addressLength(found))
  if (address.length <= 'https://'.length) return null
  return { nodes: [newNode(address, 0, address)], end: at + address.length }
}

/**
 * Removes the punctuation that ends the sentence. A closing parenthesis belongs to the address only if it opens in it.
 */
function addressLength(found: string): number {
  let end = found.length
  let loose = found.split(')').length - found.split('(').length
  for (;;) {
    const last = found[end - 1] ?? ''
    const isLoose = last === ')' && loose > 0
    if (!isLoose && !notAtEnd.has(last)) return end
    if (isLoose) loose--
    end--
  }
}

/** Applies the spans, and merges neighbors of the same style. */
function joinNodes(nodes: readonly Node[]): Node[] {
  const joined: Node[] = []
  const open = styleBits.map(() => 0)
  let spanned = 0
  for (const { text, styles: own, href, spans } of nodes) {
    if (spans) {
      spanned = 0
      for (const [index, bit] of styleBits.entries()) {
        open[index] = (open[index] as number) + (spans[index] as number)
        if ((open[index] as number) > 0) spanned |= bit
      }
    }
    if (text === '') continue
    const styles = own | spanned
    const last = joined.at(-1)
    if (last && last.styles === styles && last.href === href) last.text += text
    else joined.push(newNode(text, styles, href))
  }
  return joined
}
