// A guide: its text with code in tabs, the table of contents beside it, and the guides before and after it.

import { guideModules } from 'virtual:docs-guides'
import { use, useMemo } from 'react'
import { useLanguage } from '../../messages/language.ts'
import { useDocsMessages } from '../docs-messages.ts'
import { CodeSamples } from './code-samples.tsx'
import { exampleOrigin, type Guide, type GuideBlock, type GuideSummary } from './guide.ts'
import { PageActions } from './page-actions.tsx'
import { PageContents } from './page-contents.tsx'
import './guide-page.css'

const loaded = new Map<string, Promise<Guide>>()

/** Returns the same promise every time, as `use` requires. */
function loadGuide(slug: string): Promise<Guide> {
  const known = loaded.get(slug)
  if (known) return known
  const load = guideModules[slug]
  if (!load) throw new Error(`there is no guide ${slug}`)
  const loading = load().then(({ guide }) => guide)
  loaded.set(slug, loading)
  return loading
}

export function GuidePage({ slug, guides }: { slug: string; guides: readonly GuideSummary[] }) {
  const guide = use(loadGuide(slug))
  const messages = useDocsMessages()
  const language = useLanguage()
  return (
    <div className="guide">
      <article className="guide-article" aria-labelledby="guide-title">
        <header className="guide-header">
          <p className="guide-section">{messages.sections[guide.section]}</p>
          <h1 id="guide-title" data-title={guide.title} tabIndex={-1} lang="en">
            {guide.title}
          </h1>
          <p className="docs-lead" lang="en">
            {guide.summary}
          </p>
          {language !== 'en' && <p className="guide-english">{messages.onlyEnglish}</p>}
          <PageActions address={`/docs/${slug}.md`} />
        </header>
        <div className="guide-text" lang="en">
          {guide.blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change
            <Block key={index} block={block} />
          ))}
        </div>
        <Neighbors slug={slug} guides={guides} />
      </article>
      <PageContents headings={guide.headings} />
    </div>
  )
}

function Block({ block }: { block: GuideBlock }) {
  const here = useMemo(() => withOwnOrigin(block), [block])
  if (here.kind === 'code') return <CodeSamples samples={here.samples} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own files when the page was built
  return <div className="guide-prose" dangerouslySetInnerHTML={{ __html: here.html }} />
}

/** Replaces the address of the example with that of this server. */
function withOwnOrigin(block: GuideBlock): GuideBlock {
  const replace = (text: string) => text.replaceAll(exampleOrigin, window.location.origin)
  if (block.kind === 'html') return { ...block, html: replace(block.html) }
  return { ...block, samples: block.samples.map(({ label, code }) => ({ label, code: replace(code) })) }
}

function Neighbors({ slug, guides }: { slug: string; guides: readonly GuideSummary[] }) {
  const messages = useDocsMessages()
  const at = guides.findIndex(guide => guide.slug === slug)
  const [previous, next] = [guides[at - 1], guides[at + 1]]
  return (
    <nav className="guide-neighbors" aria-label={messages.neighbors}>
      {previous && (
        <a href={`/docs/${previous.slug}`} rel="prev">
          <span>{messages.previousGuide}</span>
          <strong lang="en">{previous.title}</strong>
        </a>
      )}
      {next && (
        <a href={`/docs/${next.slug}`} rel="next" className="guide-next">
          <span>{messages.nextGuide}</span>
          <strong lang="en">{next.title}</strong>
        </a>
      )}
    </nav>
  )
}
