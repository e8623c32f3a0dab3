// All nouns of the API, with what every request needs.

import { useDocsMessages } from '../docs-messages.ts'
import { groupNouns } from '../noun-groups.ts'
import type { Description } from './description.ts'
import { InlineCode } from './inline-code.tsx'
import './reference-overview.css'

export function ReferenceOverview({ description }: { description: Description }) {
  const messages = useDocsMessages()
  return (
    <>
      <header className="docs-header">
        <h1 data-title={messages.reference} tabIndex={-1}>
          {messages.reference}
        </h1>
        <p className="docs-lead">{messages.about ?? description.about}</p>
        <dl className="overview-facts">
          <Fact name={messages.baseUrl}>
            <code>{window.location.origin + description.server}</code>
          </Fact>
          <Fact name={messages.authentication}>
            <code>Authorization: Bearer &lt;token&gt;</code> <a href="/docs/authorization">{messages.moreAbout}</a>
          </Fact>
          <Fact name={messages.version}>{description.version}</Fact>
          <Fact name={messages.forTools}>
            <a href="/openapi.json">openapi.json</a> <a href="/asyncapi.json">asyncapi.json</a>
          </Fact>
        </dl>
      </header>
      {groupNouns(description.nouns).map(({ group, nouns }) => (
        <section key={group} className="overview-group" aria-labelledby={`overview-${group}`}>
          <h2 id={`overview-${group}`}>{messages.groups[group]}</h2>
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
