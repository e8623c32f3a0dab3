// Reads the marks in a text: `**bold**`, `*italic*`, `_italic_`, `- item`, `1. item`, `[label](https://…)` and bare web
// addresses. A small part of Markdown, in linear time. Whatever is not clearly a mark stays as it was written; a
// backslash before a mark makes it plain.

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

/** Null if the text has no marks, which a quick check decides for most texts. */
export function parseMarks(text: string): readonly MarkedLine[] | null {
  if (!mayHaveMarks.test(text)) return null
  const lines = text.split(lineEnd).map(parseLine)
  return lines.some(hasMarks) ? lines : null
}

/** The text as it is read, without marks. */
export function withoutMarks(text: string): string {
  const lines = parseMarks(text)
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

function parseLine(line: string): MarkedLine & { isEscaped: boolean } {
  const [, indent = '', marker, content = ''] = listItem.exec(line) ?? []
  if (marker === undefined) {
    const shown = line.replace(escapedItem, '$1')
    const parsed = parseInline(shown)
    return { ...parsed, marker: null, level: 0, isEscaped: parsed.isEscaped || shown !== line }
  }
  const level = Math.min(maxLevel, Math.floor(indent.replaceAll('\t', '  ').length / 2))
  return { ...parseInline(content), marker: marker === '-' ? bullet : marker, level }
}

/** Text with the styles it has so far, or a run of `*` or `_` that may become one. */
interface Node {
  text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly href: string | null
}

function parseInline(line: string): { pieces: MarkedPiece[]; isEscaped: boolean } {
  const nodes: Node[] = []
  const marks = new MarkPairs(nodes)
  let plain = ''
  let isEscaped = false
  const flush = () => {
    if (plain !== '') nodes.push({ text: plain, isBold: false, isItalic: false, href: null })
    plain = ''
  }
  for (let at = 0; at < line.length; ) {
    const sign = line[at] as string
    const link = sign === '[' ? linkAt(line, at) : sign === 'h' || sign === 'H' ? addressAt(line, at) : null
    if (sign === '\\' && isMarkSign(line[at + 1])) {
      plain += line[at + 1]
      isEscaped = true
      at += 2
    } else if (link) {
      flush()
      nodes.push(...link.nodes)
      at = link.end
    } else if (sign === '*' || sign === '_') {
      const end = runEnd(line, at)
      flush()
      nodes.push({ text: line.slice(at, end), isBold: false, isItalic: false, href: null })
      marks.add(line, at, end)
      at = end
    } else {
      plain += sign
      at++
    }
  }
  flush()
  return { pieces: joinPieces(nodes, marks), isEscaped }
}

const isMarkSign = (sign: string | undefined) => sign === '*' || sign === '_' || sign === '[' || sign === ']'

function runEnd(line: string, start: number): number {
  let end = start
  while (line[end] === line[start]) end++
  return end
}

/** Pairs runs of `*` and `_` that open with those that close, the innermost first. */
class MarkPairs {
  /** For each node, how many bold and italic spans begin at it, less those that ended before it. */
  readonly bold: number[] = []
  readonly italic: number[] = []
  readonly #nodes: Node[]
  /** The nodes of open runs, by sign and length. */
  readonly #open = new Map<string, number[]>()

  constructor(nodes: Node[]) {
    this.#nodes = nodes
  }

  /** The run is the last node. */
  add(line: string, start: number, end: number): void {
    const sign = line[start] as string
    const isPaired = sign === '*' ? end - start <= 3 : end - start === 1
    if (!isPaired) return
    const { canOpen, canClose } = flanks(line, start, end)
    const at = this.#nodes.length - 1
    if (canClose) this.#close(sign, at)
    if (canOpen && this.#lengthOf(at) > 0) this.#stack(sign, this.#lengthOf(at)).push(at)
  }

  #close(sign: string, at: number): void {
    for (let left = this.#lengthOf(at); left > 0; left = this.#lengthOf(at)) {
      const lengths = left === 3 ? [3, 2, 1] : [left, 3]
      const opener = Math.max(...lengths.map(length => this.#stack(sign, length).at(-1) ?? -1))
      if (opener < 0) return
      const used = Math.min(left, this.#lengthOf(opener))
      const rest = this.#lengthOf(opener) - used
      for (const stack of this.#open.values()) while ((stack.at(-1) ?? -1) >= opener) stack.pop()
      if (used !== 2) this.#span(this.italic, opener, at)
      if (used !== 1) this.#span(this.bold, opener, at)
      for (const node of [opener, at]) (this.#nodes[node] as Node).text = (this.#nodes[node] as Node).text.slice(used)
      if (rest > 0) this.#stack(sign, rest).push(opener)
    }
  }

  #span(style: number[], opener: number, closer: number): void {
    style[opener + 1] = (style[opener + 1] ?? 0) + 1
    style[closer] = (style[closer] ?? 0) - 1
  }

  #lengthOf(node: number): number {
    return this.#nodes[node]?.text.length ?? 0
  }

  #stack(sign: string, length: number): number[] {
    const key = sign + length
    const known = this.#open.get(key) ?? []
    this.#open.set(key, known)
    return known
  }
}

/**
 * As in CommonMark: a run opens in front of text and closes behind it. A single sign counts only at the border of a word,
 * so that `2*3*4` and `snake_case_name` stay as they are.
 */
function flanks(line: string, start: number, end: number): { canOpen: boolean; canClose: boolean } {
  const [before, after] = [line[start - 1], line[end]]
  const opens = !isBlank(after) && (!isPunctuation(after) || isBlank(before) || isPunctuation(before))
  const closes = !isBlank(before) && (!isPunctuation(before) || isBlank(after) || isPunctuation(after))
  const isSingle = end - start === 1
  return { canOpen: opens && !(isSingle && isWord(before)), canClose: closes && !(isSingle && isWord(after)) }
}

const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign)
const isPunctuation = (sign: string | undefined) => sign !== undefined && /[\p{P}\p{S}]/u.test(sign)
/** Chinese, Japanese and Korean are written without blanks between words. */
const isWord = (sign: string | undefined) =>
  sign !== undefined && sign.charCodeAt(0) < 0x2e80 && /[\p{L}\p{N}]/u.test(sign)

const labelledLink = /\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/iy
const webAddress = /https?:\/\/[^\s<>"“”]+/iy
const notAtEnd = new Set(".,;:!?'’…*_]}")

function linkAt(line: string, at: number): { nodes: Node[]; end: number } | null {
  labelledLink.lastIndex = at
  const [whole, label, href] = labelledLink.exec(line) ?? []
  if (whole === undefined || label === undefined || href === undefined) return null
  const nodes = parseInline(label).pieces.map(piece => ({ ...piece, href }))
  return { nodes, end: at + whole.length }
}

function addressAt(line: string, at: number): { nodes: Node[]; end: number } | null {
  if (isWord(line[at - 1])) return null
  webAddress.lastIndex = at
  const found = webAddress.exec(line)?.[0] ?? ''
  const address = found.slice(0, addressLength(found))
  if (address.length <= 'https://'.length) return null
  return { nodes: [{ text: address, isBold: false, isItalic: false, href: address }], end: at + address.length }
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

/** Merges neighbors of the same style. */
function joinPieces(nodes: readonly Node[], { bold, italic }: MarkPairs): MarkedPiece[] {
  const pieces: { text: string; isBold: boolean; isItalic: boolean; href: string | null }[] = []
  let [bolds, italics] = [0, 0]
  for (const [index, node] of nodes.entries()) {
    bolds += bold[index] ?? 0
    italics += italic[index] ?? 0
    if (node.text === '') continue
    const { text, href } = node
    const [isBold, isItalic] = [bolds > 0 || node.isBold, italics > 0 || node.isItalic]
    const last = pieces.at(-1)
    if (last && last.isBold === isBold && last.isItalic === isItalic && last.href === href) last.text += text
    else pieces.push({ text, isBold, isItalic, href })
  }
  return pieces
}
