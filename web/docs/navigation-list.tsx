// What the navigation lists: the contents of the reference, or the operations that were found.

import type { Noun, Operation } from './description.ts'
import { introductionSections } from './introduction-text.ts'
import { MethodBadge } from './method-badge.tsx'

interface ContentsProps {
  readonly nouns: readonly Noun[]
  readonly current: Noun | null
  readonly section: string
}

export function Contents({ nouns, current, section }: ContentsProps) {
  return (
    <ul className="navigation-nouns">
      <li>
        <a href="#introduction" aria-current={current ? undefined : 'page'}>
          Introduction
        </a>
        {!current && (
          <ul className="navigation-operations">
            {introductionSections('').map(({ id, title }) => (
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
            {noun.label}
          </a>
          {noun === current && <Operations operations={noun.operations} current={section} />}
        </li>
      ))}
    </ul>
  )
}

export function Found({ operations, section }: { operations: readonly Operation[]; section: string }) {
  return (
    <>
      <p className="navigation-count" role="status">
        {operations.length === 0 ? 'Nothing found' : `${operations.length} found`}
      </p>
      <Operations operations={operations} current={section} />
    </>
  )
}

function Operations({ operations, current }: { operations: readonly Operation[]; current: string }) {
  return (
    <ul className="navigation-operations">
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
