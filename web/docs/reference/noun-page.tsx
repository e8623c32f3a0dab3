// A noun of the API: its description and its operations.

import type { Noun } from './description.ts'
import { OperationArticle } from './operation-article.tsx'

export function NounPage({ noun, server }: { noun: Noun; server: string }) {
  return (
    <>
      <header className="docs-header" lang="en">
        <h1 id={noun.name} data-title={noun.label} tabIndex={-1}>
          {noun.label}
        </h1>
        <p className="docs-lead">{noun.description}</p>
      </header>
      {noun.operations.map(operation => (
        <OperationArticle key={operation.id} operation={operation} server={server} />
      ))}
    </>
  )
}
