// Loads everything that the search looks through: the text of the guides and the reference.

import { loadDescription } from '../reference/load-description.ts'
import { openSearch, type Search } from './search.ts'
import { searchEntries } from './search-entry.ts'

let loading: Promise<Search> | null = null

export function loadSearch(): Promise<Search> {
  loading ??= open()
  return loading
}

async function open(): Promise<Search> {
  const [{ guideTexts }, description] = await Promise.all([import('virtual:docs-search'), loadDescription()])
  return openSearch(searchEntries(guideTexts, description))
}
