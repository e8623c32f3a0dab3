// Splits a Markdown text into the blocks that a board has something for. It knows the common block syntax (CommonMark with
// tables and task lists); marks inside a line are kept, because texts on the board use the same marks.

export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'item'; readonly depth: number; readonly text: string }
  | { readonly type: 'paragraph' | 'quote' | 'code'; readonly text: string }
  | { readonly type: 'picture'; readonly name: string; readonly address: string }

const patterns = {
  fence: /^ {0,3}(`{3,}|~{3,})/,
  heading: /^ {0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*$/,
  underline: /^ {0,3}(=+|-{2,})\s*$/,
  rule: /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/,
  item: /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/,
  quote: /^ {0,3}>\s?(.*)$/,
  table: /^\s*\|.*\|\s*$/,
  picture: /^\s*!\[([^\]]*)\]\(\s*<?([^\s)>]+)>?[^)]*\)\s*$/,
}

export function markdownBlocks(text: string): MarkdownBlock[] {
  const lines = withoutFrontMatter(text.replace(/\r\n?/g, '\n').split('\n'))
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] as string
    const taken = readBlock(lines, at, line, blocks)
    at += taken
  }
  return blocks
}

/** Properties at the beginning, between two lines of dashes, are none of the text. */
function withoutFrontMatter(lines: string[]): string[] {
  if (lines[0] !== '---') return lines
  const end = lines.indexOf('---', 1)
  return end < 0 ? lines : lines.slice(end + 1)
}

/** Adds the block that begins here, and returns how many lines it has. */
function readBlock(lines: readonly string[], at: number, line: string, blocks: MarkdownBlock[]): number {
  const heading = patterns.heading.exec(line)
  if (heading)
    return add(blocks, { type: 'heading', level: (heading[1] as string).length, text: (heading[2] ?? '').trim() }, 1)
  const fence = patterns.fence.exec(line)?.[1]
  if (fence) return readCode(lines, at, fence, blocks)
  if (line.trim() === '' || patterns.rule.test(line)) return 1
  const picture = patterns.picture.exec(line)
  if (picture) return add(blocks, { type: 'picture', name: picture[1] as string, address: picture[2] as string }, 1)
  if (patterns.item.test(line)) return readItem(lines, at, blocks)
  if (patterns.quote.test(line)) return readLines(lines, at, 'quote', one => patterns.quote.exec(one)?.[1], blocks)
  if (patterns.table.test(line))
    return readLines(lines, at, 'code', one => (patterns.table.test(one) ? one.trim() : undefined), blocks)
  return readParagraph(lines, at, blocks)
}

function add(blocks: MarkdownBlock[], block: MarkdownBlock, lines: number): number {
  blocks.push(block)
  return lines
}

function readCode(lines: readonly string[], at: number, fence: string, blocks: MarkdownBlock[]): number {
  const isEnd = (line: string) => line.trim().startsWith(fence) && line.trim().replaceAll(fence[0] as string, '') === ''
  const end = lines.findIndex((line, index) => index > at && isEnd(line))
  const last = end < 0 ? lines.length : end
  return add(blocks, { type: 'code', text: lines.slice(at + 1, last).join('\n') }, last - at + 1)
}

/** Indented lines below an item, and lines that follow without a blank line, belong to the item. */
function readItem(lines: readonly string[], at: number, blocks: MarkdownBlock[]): number {
  const [, indent = '', first = ''] = patterns.item.exec(lines[at] as string) ?? []
  const texts = [first]
  let next = at + 1
  while (next < lines.length && !startsBlock(lines[next] as string)) texts.push((lines[next++] as string).trim())
  const depth = Math.floor(indent.replaceAll('\t', '    ').length / 2)
  return add(
    blocks,
    {
      type: 'item',
      depth,
      text: texts.join('\n').replace(/^\[([ xX])\]\s+/, (_, mark) => (mark === ' ' ? '☐ ' : '☑ ')),
    },
    next - at,
  )
}

function readLines(
  lines: readonly string[],
  at: number,
  type: 'quote' | 'code',
  read: (line: string) => string | undefined,
  blocks: MarkdownBlock[],
): number {
  const texts: string[] = []
  for (let next = at; next < lines.length; next++) {
    const text = read(lines[next] as string)
    if (text === undefined) break
    texts.push(text)
  }
  return add(blocks, { type, text: texts.join('\n') }, texts.length)
}

function readParagraph(lines: readonly string[], at: number, blocks: MarkdownBlock[]): number {
  const texts = [(lines[at] as string).trim()]
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as string
    const underline = patterns.underline.exec(line)?.[1]
    if (underline)
      return add(
        blocks,
        { type: 'heading', level: underline[0] === '=' ? 1 : 2, text: texts.join(' ') },
        texts.length + 1,
      )
    if (startsBlock(line)) break
    texts.push(line.trim())
  }
  return add(blocks, { type: 'paragraph', text: texts.join('\n') }, texts.length)
}

const startsBlock = (line: string): boolean =>
  line.trim() === '' ||
  [
    patterns.heading,
    patterns.fence,
    patterns.rule,
    patterns.item,
    patterns.quote,
    patterns.table,
    patterns.picture,
  ].some(pattern => pattern.test(line))
