// The text files for programs and agents: every guide and every noun of the reference as Markdown, llms.txt as a map of
// them, and llms-full.txt with everything. The server puts its own address in place of the example.

import { exampleOrigin } from '../guides/guide.ts'
import { type Description, readDescription } from '../reference/description.ts'
import { type GuideSource, readFrontMatter } from './front-matter.ts'
import { markdownAddress } from './guide-links.ts'
import { describeNoun, describeRecords } from './reference-markdown.ts'

export interface TextFile {
  /** From the root of the site. */
  readonly path: string
  readonly text: string
}

export function markdownFiles(sources: readonly GuideSource[], openApi: Record<string, unknown>): TextFile[] {
  const description = readDescription(openApi)
  const guides = sources.map(source => ({ path: `docs/${source.slug}.md`, text: guideMarkdown(source) }))
  const nouns = description.nouns.map(noun => ({
    path: `docs/reference/${noun.name}.md`,
    text: `${describeNoun(noun, description.server)}\n${describeRecords([noun])}`,
  }))
  return [
    ...guides,
    ...nouns,
    { path: 'llms.txt', text: siteMap(sources, description) },
    { path: 'llms-full.txt', text: joinEverything(guides, description) },
  ]
}

function guideMarkdown(source: GuideSource): string {
  const { summary, body } = readFrontMatter(source)
  const text = body
    .replace(/^\s*# .*\n/, '')
    .replaceAll(/\]\(([^()\s]+)\)/g, (_, href: string) => `](${absolute(markdownAddress(href))})`)
    .replaceAll(/^( *)(```\w+) .*\btab="([^"]+)".*$/gm, '$1**$3**\n\n$1$2')
    .replaceAll(/^( *```\w+) .*$/gm, '$1')
    .trim()
  return `# ${summary.title}\n\n> ${summary.summary}\n\n${text}\n`
}

const absolute = (address: string) => (address.startsWith('/') ? exampleOrigin + address : address)

function siteMap(sources: readonly GuideSource[], { about, nouns, server }: Description): string {
  const summaries = sources.map(source => readFrontMatter(source).summary)
  const sections = [...Map.groupBy(summaries, ({ section }) => section)].map(
    ([section, guides]) =>
      `## ${section}\n\n${guides.map(({ slug, title, summary }) => link(title, `/docs/${slug}.md`, summary)).join('\n')}`,
  )
  const reference = nouns.map(({ name, label, description }) => link(label, `/docs/reference/${name}.md`, description))
  return `${[
    `# Tessera\n\n> ${about}`,
    `The base URL of the API is ${exampleOrigin}${server}. Every request has the header \`Authorization: Bearer <token>\`.`,
    ...sections,
    `## API reference\n\n${reference.join('\n')}`,
    `## Optional\n\n${[
      link('Everything in one file', '/llms-full.txt', 'All guides and the whole reference.'),
      link('OpenAPI', '/openapi.json', 'The description of the HTTP API for tools.'),
      link('AsyncAPI', '/asyncapi.json', 'The description of the live socket for tools.'),
    ].join('\n')}`,
  ].join('\n\n')}\n`
}

const link = (title: string, address: string, summary: string) => `- [${title}](${exampleOrigin}${address}): ${summary}`

function joinEverything(guides: readonly TextFile[], description: Description): string {
  const nouns = description.nouns.map(noun => describeNoun(noun, description.server))
  return [...guides.map(({ text }) => text), ...nouns, describeRecords(description.nouns)].join('\n---\n\n')
}
