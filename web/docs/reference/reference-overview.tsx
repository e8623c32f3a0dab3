// All nouns of the API, with what every request needs.

import { useDocsWords } from '../docs-words.ts'
import { groupNouns } from '../noun-groups.ts'
import type { Description } from './description.ts'
import { InlineCode } from './inline-code.tsx'
import './reference-overview.css'

export function ReferenceOverview({ description }: { description: Description }) {
  const words = useDocsWords()
  return (
    <>
      <header className="docs-header">
        <h1 data-title={words.reference} tabIndex={-1}>
          {words.reference}
        </h1>
        <p className="docs-lead">{words.about ?? description.about}</p>
        <dl className="overview-facts">
          <Fact name={words.baseUrl}>
            <code>{window.location.origin + description.server}</code>
          </Fact>
          <Fact name={words.authentication}>
            <code>Authorization: Bearer &lt;token&gt;</code> <a href="/docs/authorization">{words.moreAbout}</a>
          </Fact>
          <Fact name={words.version}>{description.version}</Fact>
          <Fact name={words.forTools}>
            <a href="/openapi.json">openapi.json</a> <a href="/asyncapi.json">asyncapi.json</a>
          </Fact>
        </dl>
      </header>
      {groupNouns(description.nouns).map(({ group, nouns }) => (
        <section key={group} className="overview-group" aria-labelledby={`overview-${group}`}>
          <h2 id={`overview-${group}`}>{words.groups[group]}</h2>
          <ul className="overview-nouns" lang="en">
            {nouns.map(noun => (
              <li key={noun.name}>
                <a href={`/docs/reference/${noun.name}`}>
                  <strong>{noun.label}</strong>
                  <span className="overview-count">{noun.operations.length}</span>
                  <span className="overview-about">
                    <InlineCode text={noun.description} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
