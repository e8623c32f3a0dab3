// Reads a Markdown file as a guide: HTML for its text, code samples with consecutive tabs grouped, the headings for the
// table of contents, and plain text for the search. Runs in the build. The files are ours, so nothing is sanitized.

import { Marked, type Token, type Tokens } from 'marked'
import type { CodeSample, Guide, GuideBlock, GuideHeading, GuidePart } from '../guides/guide.ts'
import { type GuideSource, readFrontMatter } from './front-matter.ts'
import { pageAddress } from './guide-links.ts'
import { guideRenderer, plainText } from './guide-renderer.ts'
import { headingIds } from './heading-ids.ts'

export function readGuide(source: GuideSource): Guide & { readonly parts: readonly GuidePart[] } {
  const { summary, body } = readFrontMatter(source)
  const marked = new Marked()
  const tokens = withoutTitle(marked.lexer(body))
  const ids = headingIds(tokens)
  marked.use({ renderer: guideRenderer(ids), walkTokens: rewriteLink })
  marked.walkTokens(tokens, rewriteLink)
  return {
    ...summary,
    headings: headingsOf(tokens, ids),
    blocks: blocksOf(tokens, some => marked.parser(some)),
    parts: partsOf(tokens, ids, summary.title),
  }
}

/** The title is in the front matter. A file that repeats it reads well elsewhere, too. */
const withoutTitle = (tokens: Token[]): Token[] =>
  tokens.filter(token => !(token.type === 'heading' && token.depth === 1))

function rewriteLink(token: Token): void {
  if (token.type === 'link') token.href = pageAddress(token.href)
}

const headingsOf = (tokens: readonly Token[], ids: ReadonlyMap<Token, string>): GuideHeading[] =>
  tokens.flatMap(token =>
    isHeading(token) && (token.depth === 2 || token.depth === 3)
      ? [{ id: ids.get(token) ?? '', title: plainText(token), level: token.depth }]
      : [],
  )

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isCode = (token: Token): token is Tokens.Code => token.type === 'code'

function blocksOf(tokens: readonly Token[], render: (tokens: Token[]) => string): GuideBlock[] {
  const blocks: GuideBlock[] = []
  let text: Token[] = []
  let tabs: CodeSample[] = []
  function finishText() {
    if (text.some(token => token.type !== 'space')) blocks.push({ kind: 'html', html: render(text) })
    text = []
  }
  for (const token of tokens) {
    if (!isCode(token)) {
      text.push(token)
      if (token.type !== 'space') tabs = []
      continue
    }
    finishText()
    const sample = { label: labelOf(token), code: token.text }
    const isTab = attribute(token, 'tab') !== null
    if (isTab && tabs.length > 0) tabs.push(sample)
    else {
      const samples = [sample]
      blocks.push({ kind: 'code', samples })
      tabs = isTab ? samples : []
    }
  }
  finishText()
  return blocks
}

const labelOf = (token: Tokens.Code) =>
  attribute(token, 'tab') ??
  attribute(token, 'title') ??
  languageNames[languageOf(token)] ??
  (languageOf(token) || 'Text')

const languageOf = ({ lang = '' }: Tokens.Code) => lang.split(/\s/)[0] ?? ''

const attribute = ({ lang = '' }: Tokens.Code, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(lang)?.[1] ?? null

const languageNames: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  sh: 'Shell',
  bash: 'Shell',
  console: 'Shell',
  py: 'Python',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  http: 'HTTP',
  text: 'Text',
  toml: 'TOML',
  yaml: 'YAML',
}

function partsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>, title: string): GuidePart[] {
  const parts: { id: string; title: string; text: string }[] = [{ id: '', title, text: '' }]
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ id: ids.get(token) ?? '', title: plainText(token), text: '' })
    else if (!isCode(token)) {
      const part = parts.at(-1)
      if (part) part.text = `${part.text} ${plainText(token)}`.trim()
    }
  }
  return parts
}
