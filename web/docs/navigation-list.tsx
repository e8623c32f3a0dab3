// The entries of the navigation: the contents of the reference, or the search results.

import { useLanguage } from '../words/language.ts'
import { useDocsWords } from './docs-words.ts'
import { introductionSections } from './introduction-sections.ts'
import type { Noun, Operation } from './reference/description.ts'
import { MethodBadge } from './reference/method-badge.tsx'

interface ContentsProps {
  readonly nouns: readonly Noun[]
  readonly current: Noun | null
  readonly section: string
}

export function Contents({ nouns, current, section }: ContentsProps) {
  const words = useDocsWords()
  const language = useLanguage()
  return (
    <ul className="navigation-nouns">
      <li>
        <a href="#introduction" aria-current={current ? undefined : 'page'}>
          {words.introduction}
        </a>
        {!current && (
          <ul className="navigation-operations">
            {introductionSections('', language).map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === section ? 'location' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        )}
      </li>
      {nouns.map(noun => (
        <li key={noun.name}>
          <a href={`#${noun.name}`} aria-current={noun === current ? 'page' : undefined}>
            <span lang="en">{noun.label}</span>
          </a>
          {noun === current && <Operations operations={noun.operations} current={section} />}
        </li>
      ))}
    </ul>
  )
}

export function Found({ operations, section }: { operations: readonly Operation[]; section: string }) {
  const words = useDocsWords()
  return (
    <>
      <p className="navigation-count" role="status">
        {words.found(operations.length)}
      </p>
      <Operations operations={operations} current={section} />
    </>
  )
}

function Operations({ operations, current }: { operations: readonly Operation[]; current: string }) {
  return (
    <ul className="navigation-operations" lang="en">
      {operations.map(({ id, title, method }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            <MethodBadge method={method} />
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
