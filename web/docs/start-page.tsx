// The first page of the documentation: what can be built, a first request, and where to go from there.

import { ButtonLink } from '../ui/button.tsx'
import { useDocsWords } from './docs-words.ts'
import { firstRequest } from './first-request.ts'
import { CodeSamples } from './guides/code-samples.tsx'
import type { GuideSummary } from './guides/guide.ts'
import { groupNouns } from './noun-groups.ts'
import type { NounSummary } from './reference/description.ts'
import { StartIcon, type StartIconName } from './start-icon.tsx'
import { useStartWords } from './start-words.ts'
import './start-page.css'

interface StartPageProps {
  readonly guides: readonly GuideSummary[]
  readonly nouns: readonly NounSummary[]
}

export function StartPage({ guides, nouns }: StartPageProps) {
  return (
    <div className="start">
      <Hero />
      <Ideas guides={guides} />
      <Tools guides={guides} />
      <Nouns nouns={nouns} />
    </div>
  )
}

function Hero() {
  const words = useStartWords()
  return (
    <header className="start-hero">
      <div className="start-hero-words">
        <p className="start-eyebrow">{words.eyebrow}</p>
        <h1 data-title={words.title} tabIndex={-1}>
          {words.title}
        </h1>
        <p className="docs-lead">{words.lead}</p>
        <div className="start-actions">
          <ButtonLink look="primary" href="/docs/quick-start">
            {words.quickStart}
          </ButtonLink>
          <ButtonLink href="/docs/reference">{words.reference}</ButtonLink>
        </div>
        <p className="start-base">
          {words.baseUrl} <code>{window.location.origin}/api</code>
        </p>
      </div>
      <CodeSamples samples={firstRequest(window.location.origin, words.hello)} />
    </header>
  )
}

const ideas: readonly { readonly slug: string; readonly icon: StartIconName }[] = [
  { slug: 'bulk-changes', icon: 'grid' },
  { slug: 'webhooks', icon: 'bell' },
  { slug: 'authorization', icon: 'key' },
  { slug: 'live', icon: 'cursor' },
  { slug: 'agents', icon: 'spark' },
  { slug: 'export-import', icon: 'frame' },
]

function Ideas({ guides }: Pick<StartPageProps, 'guides'>) {
  const words = useStartWords()
  const known = ideas.filter(({ slug }) => guides.some(guide => guide.slug === slug))
  if (known.length === 0) return null
  return (
    <section aria-labelledby="ideas">
      <h2 id="ideas">{words.build}</h2>
      <ul className="start-cards">
        {known.map(({ slug, icon }) => (
          <li key={slug}>
            <a href={`/docs/${slug}`}>
              <StartIcon name={icon} />
              <strong>{words.ideas[slug as keyof typeof words.ideas].title}</strong>
              <span>{words.ideas[slug as keyof typeof words.ideas].text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tools({ guides }: Pick<StartPageProps, 'guides'>) {
  const words = useStartWords()
  const hasGuide = (slug: string) => guides.some(guide => guide.slug === slug)
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{words.tools}</h2>
      <ul className="start-tools">
        {hasGuide('typescript') && <Tool href="/docs/typescript" name="TypeScript" text={words.typescript} />}
        {hasGuide('python') && <Tool href="/docs/python" name="Python" text={words.python} />}
        {hasGuide('command-line') && <Tool href="/docs/command-line" name="tessera" text={words.commandLine} />}
        {hasGuide('agents') && <Tool href="/docs/agents" name="MCP" text={words.mcp} />}
        <Tool href="/openapi.json" name="OpenAPI" text={words.openApi} />
        <Tool href="/asyncapi.json" name="AsyncAPI" text={words.asyncApi} />
        <Tool href="/llms.txt" name="llms.txt" text={words.llms} />
      </ul>
    </section>
  )
}

const Tool = ({ href, name, text }: { href: string; name: string; text: string }) => (
  <li>
    <a href={href}>
      <code>{name}</code>
      <span>{text}</span>
    </a>
  </li>
)

function Nouns({ nouns }: Pick<StartPageProps, 'nouns'>) {
  const words = useStartWords()
  const { groups } = useDocsWords()
  return (
    <section aria-labelledby="all-nouns">
      <h2 id="all-nouns">{words.reference}</h2>
      <dl className="start-nouns">
        {groupNouns(nouns).map(({ group, nouns: inGroup }) => (
          <div key={group}>
            <dt>{groups[group]}</dt>
            {inGroup.map(({ name, label }) => (
              <dd key={name} lang="en">
                <a href={`/docs/reference/${name}`}>{label}</a>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
