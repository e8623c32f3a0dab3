// Labels written in HTML (draw.io, Miro) as text with marks: line breaks, lists, bold, italic and links.

import { plainText } from './imported-text.ts'
import { decodeEntities } from './xml/xml-entities.ts'

const tag = /<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi
const blocks = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'tr', 'table', 'blockquote'])

export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return plainText(html).trim()
  const pieces: string[] = []
  const state: State = { isBold: false, isItalic: false, href: null, lists: [] }
  let at = 0
  for (const match of html.matchAll(tag)) {
    pieces.push(showText(html.slice(at, match.index), state))
    at = match.index + match[0].length
    pieces.push(enterTag((match[2] as string).toLowerCase(), match[1] === '/', match[3] as string, state))
  }
  pieces.push(showText(html.slice(at), state))
  return pieces
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

interface State {
  isBold: boolean
  isItalic: boolean
  href: string | null
  readonly lists: { isNumbered: boolean; count: number }[]
}

/** What a tag adds to the text. */
function enterTag(name: string, isClosing: boolean, attributes: string, state: State): string {
  if (name === 'b' || name === 'strong') state.isBold = !isClosing
  else if (name === 'i' || name === 'em') state.isItalic = !isClosing
  else if (name === 'a') state.href = isClosing ? null : (/href\s*=\s*["']([^"']*)["']/i.exec(attributes)?.[1] ?? null)
  else if (name === 'br') return '\n'
  if (name === 'ul' || name === 'ol') {
    if (isClosing) state.lists.pop()
    else if (state.lists.length < 20) state.lists.push({ isNumbered: name === 'ol', count: 0 })
  }
  if (name === 'li' && !isClosing) return `\n${marker(state)}`
  return blocks.has(name) ? '\n' : ''
}

function marker({ lists }: State): string {
  const list = lists.at(-1)
  if (!list) return '- '
  list.count += 1
  return `${'  '.repeat(lists.length - 1)}${list.isNumbered ? `${list.count}.` : '-'} `
}

function showText(html: string, { isBold, isItalic, href }: State): string {
  const text = decodeEntities(html.replace(/[<>]/g, '')).replace(/\u00a0/g, ' ')
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (middle === '' || middle.includes('\n')) return plainText(text)
  const marks = isBold && isItalic ? '***' : isBold ? '**' : isItalic ? '*' : ''
  const marked = marks + plainText(middle) + marks
  const isLink = href !== null && /^(https?:|mailto:)[^\s()]+$/i.test(href)
  return before + (isLink ? `[${marked}](${decodeEntities(href)})` : marked) + after
}
