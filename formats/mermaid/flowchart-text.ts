// Labels of Mermaid as text on a board: quotes, line breaks, entity codes, simple HTML and Markdown.

import { plainText } from '../imported-text.ts'
import { decodeEntities } from '../xml/xml-entities.ts'

export function cleanLabel(written: string): { text: string } {
  const trimmed = written.trim()
  const [, markdown] = /^"?`([\s\S]*)`"?$/.exec(trimmed) ?? []
  if (markdown !== undefined) return { text: withoutCodes(markdown) }
  const [, quoted] = /^"([\s\S]*)"$/.exec(trimmed) ?? []
  return { text: fromHtml(withoutCodes(quoted ?? trimmed)) }
}

/** `#quot;` and `#9829;` stand for characters; icons are left out. */
const withoutCodes = (text: string) =>
  decodeEntities(
    text.replace(
      /(^|[^&])#(\d{1,7}|[a-z]{1,8});/g,
      (_, before, code) => `${before}&${/^\d/.test(code) ? '#' : ''}${code};`,
    ),
  )
    .replace(/\bfa[bsrl]?:fa-[\w-]+\s*/g, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/\\n/g, '\n')
    .trim()

/** Bold and italic become marks, other tags are left out. */
function fromHtml(text: string): string {
  if (!text.includes('<')) return plainText(text)
  return plainText(text)
    .replace(/<(b|strong)>([^<\n]+)<\/\1>/gi, '**$2**')
    .replace(/<(i|em)>([^<\n]+)<\/\1>/gi, '*$2*')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
}
