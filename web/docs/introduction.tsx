// The first page of the reference.

import { CodeBlock } from '../ui/code-block.tsx'
import { useLanguage } from '../words/language.ts'
import { useDocsWords } from './docs-words.ts'
import type { Section } from './introduction-section.ts'
import { introductionSections } from './introduction-sections.ts'
import type { Description } from './reference/description.ts'
import { InlineCode } from './reference/inline-code.tsx'

export function Introduction({ description }: { description: Description }) {
  const words = useDocsWords()
  const language = useLanguage()
  const base = window.location.origin + description.server
  return (
    <>
      <header className="docs-header">
        <h1 id="introduction" data-title={words.title} tabIndex={-1}>
          {words.title}
        </h1>
        <p className="docs-lead">{words.about ?? description.about}</p>
        <p>
          {words.addresses[0]}
          <code>{base}</code>
          {words.addresses[1]}
          <a href="/api/openapi.json">openapi.json</a>
          {words.addresses[2]}
        </p>
      </header>
      {introductionSections(base, language).map(section => (
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
            <InlineCode text={part} />
          </p>
        ) : (
          <CodeBlock key={part.label} {...part} />
        ),
      )}
    </section>
  )
}
