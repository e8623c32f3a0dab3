// The first page of the documentation: what can be built, a first request, and where to go from there.

import { ButtonLink } from '../ui/button.tsx'
import { useDocsMessages } from './docs-messages.ts'
import { firstRequest } from './first-request.ts'
import { CodeSamples } from './guides/code-samples.tsx'
import type { GuideSummary } from './guides/guide.ts'
import { groupNouns } from './noun-groups.ts'
import type { NounSummary } from './reference/description.ts'
import { StartIcon, type StartIconName } from './start-icon.tsx'
import { useStartMessages } from './start-messages.ts'
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
  const messages = useStartMessages()
  return (
    <header className="start-hero">
      <div className="start-hero-text">
        <p className="start-eyebrow">{messages.eyebrow}</p>
        <h1 data-title={messages.title} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className="docs-lead">{messages.lead}</p>
        <div className="start-actions">
          <ButtonLink variant="primary" href="/docs/quick-start">
            {messages.quickStart}
          </ButtonLink>
          <ButtonLink href="/docs/reference">{messages.reference}</ButtonLink>
        </div>
        <p className="start-base">
          {messages.baseUrl} <code>{window.location.origin}/api</code>
        </p>
      </div>
      <CodeSamples samples={firstRequest(window.location.origin, messages.hello)} />
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
  const messages = useStartMessages()
  const known = ideas.filter(({ slug }) => guides.some(guide => guide.slug === slug))
  if (known.length === 0) return null
  return (
    <section aria-labelledby="ideas">
      <h2 id="ideas">{messages.build}</h2>
      <ul className="start-cards">
        {known.map(({ slug, icon }) => (
          <li key={slug}>
            <a href={`/docs/${slug}`}>
              <StartIcon name={icon} />
              <strong>{messages.ideas[slug as keyof typeof messages.ideas].title}</strong>
              <span>{messages.ideas[slug as keyof typeof messages.ideas].text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tools({ guides }: Pick<StartPageProps, 'guides'>) {
  const messages = useStartMessages()
  const hasGuide = (slug: string) => guides.some(guide => guide.slug === slug)
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{messages.tools}</h2>
      <ul className="start-tools">
        {hasGuide('typescript') && <Tool href="/docs/typescript" name="TypeScript" text={messages.typescript} />}
        {hasGuide('python') && <Tool href="/docs/python" name="Python" text={messages.python} />}
        {hasGuide('command-line') && <Tool href="/docs/command-line" name="tessera" text={messages.commandLine} />}
        {hasGuide('agents') && <Tool href="/docs/agents" name="MCP" text={messages.mcp} />}
        <Tool href="/openapi.json" name="OpenAPI" text={messages.openApi} />
        <Tool href="/asyncapi.json" name="AsyncAPI" text={messages.asyncApi} />
        <Tool href="/llms.txt" name="llms.txt" text={messages.llms} />
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
  const messages = useStartMessages()
  const { groups } = useDocsMessages()
  return (
    <section aria-labelledby="all-nouns">
      <h2 id="all-nouns">{messages.reference}</h2>
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
