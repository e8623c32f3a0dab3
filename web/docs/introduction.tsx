// The page that opens the reference.

import { CodeBlock } from '../ui/code-block.tsx'
import type { Description } from './description.ts'
import { introductionSections, type Section } from './introduction-text.ts'
import { Words } from './words.tsx'

export function Introduction({ description }: { description: Description }) {
  const base = window.location.origin + description.server
  return (
    <>
      <header className="docs-header">
        <h1 id="introduction" data-title="API reference" tabIndex={-1}>
          API reference
        </h1>
        <p className="docs-lead">{description.about}</p>
        <p>
          All addresses begin with <code>{base}</code>. The same description, for tools:{' '}
          <a href="/api/openapi.json">openapi.json</a>.
        </p>
      </header>
      {introductionSections(base).map(section => (
        <IntroductionSection key={section.id} section={section} />
      ))}
    </>
  )
}

function IntroductionSection({ section: { id, title, parts } }: { section: Section }) {
  return (
    <section className="docs-section" aria-labelledby={id}>
      <h2 id={id} data-title={title} tabIndex={-1}>
        {title}
      </h2>
      {parts.map(part =>
        typeof part === 'string' ? (
          <p key={part}>
            <Words text={part} />
          </p>
        ) : (
          <CodeBlock key={part.label} {...part} />
        ),
      )}
    </section>
  )
}
