// The Vite plugin of the documentation site. The pages import `virtual:docs-contents` (the list of guides),
// `virtual:docs-guides` (each guide, loaded on demand) and `virtual:docs-search` (the text of all guides, loaded with
// the search). The build also writes the Markdown files and llms.txt, which the server sends unchanged.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { readDescription } from '../reference/description.ts'
import { compareGuides, type GuideSource, readFrontMatter } from './front-matter.ts'
import { markdownFiles } from './markdown-files.ts'
import { readGuide } from './read-guide.ts'

const docsFolder = join(import.meta.dirname, '../../../docs')

export const docsPlugin: Plugin = {
  name: 'docs',
  resolveId: id => (id.startsWith('virtual:docs-') ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith('\0virtual:docs-')) return null
    const name = id.slice('\0virtual:docs-'.length)
    for (const path of guidePaths()) this.addWatchFile(path)
    return virtualModule(name)
  },
  generateBundle() {
    for (const { path, text } of markdownFiles(readGuideSources(), readOpenApi()))
      this.emitFile({ type: 'asset', fileName: path, source: text })
  },
}

function virtualModule(name: string): string {
  const sources = readGuideSources()
  if (name === 'contents') {
    const { nouns } = readDescription(readOpenApi())
    const guides = sources.map(source => readFrontMatter(source).summary)
    return `${constant('guides', guides)}${constant(
      'nouns',
      nouns.map(({ operations, ...noun }) => noun),
    )}`
  }
  if (name === 'search') {
    const texts = sources
      .map(source => readGuide(source))
      .map(({ slug, summary, section, parts }) => ({ slug, summary, section, parts }))
    return constant('guideTexts', texts)
  }
  if (name === 'guides') {
    const entries = sources.map(({ slug }) => `'${slug}': () => import('virtual:docs-guide/${slug}')`)
    return `export const guideModules = { ${entries.join(', ')} }`
  }
  const source = sources.find(one => name === `guide/${one.slug}`)
  if (!source) throw new Error(`there is no module virtual:docs-${name}`)
  const { parts, ...guide } = readGuide(source)
  return constant('guide', guide)
}

/** Browsers parse a string faster than they evaluate the same object. */
const constant = (name: string, value: unknown) =>
  `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});\n`

const guidePaths = () =>
  readdirSync(join(docsFolder, 'guides'))
    .filter(name => name.endsWith('.md'))
    .map(name => join(docsFolder, 'guides', name))

/** In the order of the navigation. */
function readGuideSources(): GuideSource[] {
  const sources = guidePaths().map(path => ({ slug: basename(path, '.md'), text: readFileSync(path, 'utf8') }))
  const summaryOf = (source: GuideSource) => readFrontMatter(source).summary
  return sources.sort((one, other) => compareGuides(summaryOf(one), summaryOf(other)))
}

const readOpenApi = () => JSON.parse(readFileSync(join(docsFolder, 'openapi.json'), 'utf8'))
