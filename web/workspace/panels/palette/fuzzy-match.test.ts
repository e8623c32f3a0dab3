import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchScore } from './fuzzy-match.ts'

const best = (query: string, names: readonly string[]) =>
  names
    .flatMap(name => {
      const score = matchScore(query, name)
      return score === null ? [] : [{ name, score }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name)

test('[WEB-110] letters match in their order, and nothing else does', () => {
  assert.equal(matchScore('xyz', 'Bring to front'), null)
  assert.equal(matchScore('tb', 'Bring to front'), null)
  assert.ok(matchScore('btf', 'Bring to front') !== null)
  assert.equal(matchScore('  ', 'anything'), 0)
})

test('[WEB-110] starts of words and whole words come first', () => {
  const names = ['Bring to front', 'Bring forward', 'Align right', 'Distribute vertically', 'Zoom to fit']
  assert.equal(best('btf', names)[0], 'Bring to front')
  assert.equal(best('fit', names)[0], 'Zoom to fit')
  assert.equal(best('align', names)[0], 'Align right')
  assert.deepEqual(best('bring', names).slice(0, 2).sort(), ['Bring forward', 'Bring to front'])
})

test('[WEB-110] accents and case do not count', () => {
  assert.equal(best('offnen', ['Öffnen', 'Löschen'])[0], 'Öffnen')
  assert.equal(best('GROSSE', ['Größe angleichen'])[0], 'Größe angleichen')
})
