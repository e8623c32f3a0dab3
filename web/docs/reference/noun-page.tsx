// A noun of the API: its description, a list of its operations, and each of them in full.

import { useDocsMessages } from '../docs-messages.ts'
import { PageActions } from '../guides/page-actions.tsx'
import type { Noun } from './description.ts'
import { InlineCode } from './inline-code.tsx'
import { MethodBadge } from './method-badge.tsx'
import { OperationArticle } from './operation-article.tsx'
import './noun-page.css'

export function NounPage({ noun, server }: { noun: Noun; server: string }) {
  const messages = useDocsMessages()
  return (
    <>
      <header className="docs-header">
        <p className="guide-section">{messages.reference}</p>
        <h1 data-title={noun.label} tabIndex={-1} lang="en">
          {noun.label}
        </h1>
        <p className="docs-lead" lang="en">
          <InlineCode text={noun.description} />
        </p>
        <PageActions address={`/docs/reference/${noun.name}.md`} />
        <nav className="noun-operations" aria-label={messages.operations}>
          <ul className="noun-operations-list" lang="en">
            {noun.operations.map(({ id, title, method, path }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <MethodBadge method={method} />
                  <strong>{title}</strong>
                  <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {noun.operations.map(operation => (
        <OperationArticle key={operation.id} operation={operation} server={server} />
      ))}
    </>
  )
}
