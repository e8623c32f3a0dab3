// How Markdown becomes the HTML of a guide: headings that can be linked to, tables that scroll, and notes (`> [!NOTE]`).

import type { RendererObject, Token, Tokens } from 'marked'

export const guideRenderer = (ids: ReadonlyMap<Token, string>): RendererObject => ({
  heading(token) {
    const id = ids.get(token) ?? ''
    const text = this.parser.parseInline(token.tokens)
    const title = escapeHtml(plainText(token))
    const link = `<a class="heading-link" href="#${id}" aria-label="Link to ${title}">#</a>`
    return `<h${token.depth} id="${id}" data-title="${title}" tabindex="-1">${text}${link}</h${token.depth}>\n`
  },
  table(token) {
    const head = token.header.map(cell => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('')
    const rows = token.rows.map(
      row => `<tr>${row.map(cell => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
    )
    return `<div class="guide-table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`
  },
  blockquote(token) {
    const [, type] = /^\[!(\w+)\]/.exec(token.text) ?? []
    const html = this.parser.parse(token.tokens)
    if (!type) return `<blockquote>${html}</blockquote>\n`
    const kind = /^(warning|caution|important)$/i.test(type) ? 'warning' : 'note'
    return `<div class="callout callout-${kind}" role="note">${html.replace(/\[!\w+\](<br>|\s)*/, '')}</div>\n`
  },
})

/** The text of a token without marks. */
export function plainText(token: Token): string {
  if (token.type === 'table') return tableText(token as Tokens.Table)
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ')
  const inner = 'tokens' in token ? (token.tokens as Token[] | undefined) : undefined
  if (inner && inner.length > 0) return inner.map(plainText).join('')
  return 'text' in token ? unescapeHtml(String(token.text)) : ' '
}

const tableText = ({ header, rows }: Tokens.Table) =>
  [header, ...rows].map(row => row.map(cell => cell.tokens.map(plainText).join('')).join(' ')).join(' ')

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, sign => escapes[sign as keyof typeof escapes])

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
