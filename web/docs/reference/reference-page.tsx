// The reference: an overview of all nouns, or the operations of one. The OpenAPI spec is loaded with the first page that
// needs it.

import { use } from 'react'
import { loadDescription } from './load-description.ts'
import { NounPage } from './noun-page.tsx'
import { ReferenceOverview } from './reference-overview.tsx'

/** Shows the overview if there is no noun. */
export function ReferencePage({ noun }: { noun: string | null }) {
  const description = use(loadDescription())
  const found = description.nouns.find(one => one.name === noun)
  return found ? (
    <NounPage key={found.name} noun={found} server={description.server} />
  ) : (
    <ReferenceOverview description={description} />
  )
}
