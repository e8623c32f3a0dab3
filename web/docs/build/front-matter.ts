// The fields at the top of a guide: `title`, `summary`, `order`, `section`.

import { type GuideSection, type GuideSummary, guideSections } from '../guides/guide.ts'

export interface GuideSource {
  readonly slug: string
  /** The whole file. */
  readonly text: string
}

export function readFrontMatter({ slug, text }: GuideSource): { summary: GuideSummary; body: string } {
  const found = /^---\n(.*?)\n---\n/s.exec(text)
  if (!found) throw new Error(`docs/guides/${slug}.md has no front matter`)
  const fields = Object.fromEntries((found[1] as string).split('\n').map(readField))
  const section = guideSections.find(one => one === fields.section)
  const missing = ['title', 'summary', 'order'].find(name => !fields[name])
  if (missing) throw new Error(`docs/guides/${slug}.md has no ${missing}`)
  if (!section) throw new Error(`docs/guides/${slug}.md: section must be one of ${guideSections.join(', ')}`)
  return { summary: summaryOf(slug, fields, section), body: text.slice(found[0].length) }
}

function readField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [
    line.slice(0, colon).trim(),
    line
      .slice(colon + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2'),
  ]
}

const summaryOf = (slug: string, fields: Record<string, string>, section: GuideSection): GuideSummary => ({
  slug,
  title: fields.title ?? '',
  summary: fields.summary ?? '',
  section,
  order: Number(fields.order),
})

/** In the order of the navigation: by section, then by `order`. */
export const compareGuides = (one: GuideSummary, other: GuideSummary): number =>
  guideSections.indexOf(one.section) - guideSections.indexOf(other.section) || one.order - other.order
