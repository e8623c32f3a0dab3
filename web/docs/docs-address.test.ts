// Where the addresses of the documentation lead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMovedAddress, placeOf } from './docs-address.ts'

const known = {
  guides: ['errors', 'lists', 'authorization', 'bulk-changes'].map(slug => ({ slug })),
  nouns: ['notes', 'objects'].map(name => ({ name })),
}

test('[DOC-1] every page has an address of its own', () => {
  assert.deepEqual(placeOf('/docs', known), { page: 'start' })
  assert.deepEqual(placeOf('/docs/', known), { page: 'start' })
  assert.deepEqual(placeOf('/docs/errors', known), { page: 'guide', slug: 'errors' })
  assert.deepEqual(placeOf('/docs/reference', known), { page: 'reference' })
  assert.deepEqual(placeOf('/docs/reference/notes/', known), { page: 'noun', noun: 'notes' })
})

test('[DOC-1] an address that does not exist is reported as such', () => {
  for (const path of ['/docs/nothing', '/docs/reference/nothing', '/docs/errors/more', '/docs/reference/notes/more'])
    assert.deepEqual(placeOf(path, known), { page: 'missing' }, path)
})

test('[DOC-2] addresses with everything in the hash lead to the new pages', () => {
  const moved = (hash: string) => findMovedAddress('/docs', hash, known)
  assert.equal(moved('#notes'), '/docs/reference/notes')
  assert.equal(moved('#notes.create'), '/docs/reference/notes#notes.create')
  assert.equal(moved('#notes%2Ecreate'), '/docs/reference/notes#notes.create')
  assert.equal(moved('#authentication'), '/docs/authorization')
  assert.equal(moved('#paging'), '/docs/lists')
  assert.equal(moved('#retries'), '/docs/bulk-changes')
  assert.equal(moved('#limits'), null)
  for (const hash of ['', '#', '#introduction', '#%E0%A4%A']) assert.equal(moved(hash), null, hash)
  assert.equal(findMovedAddress('/docs/lists', '#notes', known), null)
})
