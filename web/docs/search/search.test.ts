// The results of the search of the documentation, and their order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { description } from '../../testing/golden-description.ts'
import { guideTexts } from '../../testing/guide-texts.ts'
import { openSearch } from './search.ts'
import { searchEntries } from './search-entry.ts'

const search = openSearch(searchEntries(guideTexts, description))
const first = (query: string) => search(query)[0]?.href ?? null

for (const [query, href] of [
  ['webhook', '/docs/webhooks'],
  ['webhooks', '/docs/webhooks'],
  ['oauth', '/docs/authorization#oauth'],
  ['device code', '/docs/authorization#device-code'],
  ['pkce', '/docs/authorization#code-and-pkce'],
  ['idempotency', '/docs/bulk-changes#safe-retries'],
  ['verify signature', '/docs/webhooks#verify'],
  ['bulk', '/docs/bulk-changes'],
  ['upload', '/docs/uploads'],
  ['mcp', '/docs/agents'],
  ['websocket', '/docs/live'],
  ['cli', '/docs/command-line'],
  ['python', '/docs/python'],
  ['deprecation', '/docs/versioning'],
  ['batch', '/docs/bulk-changes'],
  ['sticky', '/docs/reference/notes'],
  ['rate limit', '/docs/rate-limits'],
  ['rate limits', '/docs/rate-limits'],
  ['429', '/docs/rate-limits'],
  ['paging', '/docs/lists'],
  ['pagination', '/docs/lists'],
  ['role', '/docs/roles'],
  ['errors', '/docs/errors'],
  ['create note', '/docs/reference/notes#notes.create'],
  ['NOTE create', '/docs/reference/notes#notes.create'],
  ['post listeners', '/docs/reference/listeners#listeners.create'],
  ['applications.regenerateSecret', '/docs/reference/applications#applications.regenerateSecret'],
  ['backgroundColor', '/docs/reference/notes#notes.create'],
  ['getting started', '/docs/quick-start'],
] as const) {
  test(`[DOC-5] “${query}” finds ${href} first`, () => assert.equal(first(query), href))
}

test('[DOC-5] fields and errors are found by their names', () => {
  assert.deepEqual([search('fontFamily')[0]?.kind, search('fontFamily')[0]?.title], ['field', 'fontFamily'])
  assert.ok(search('ResourceNotFound').some(({ kind, title }) => kind === 'error' && title === 'ResourceNotFound'))
})

test('[DOC-5] every word must be found, and nothing is found by nothing', () => {
  assert.deepEqual(search('note qwertz'), [])
  assert.deepEqual(search('  '), [])
})
