import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from './board-pattern.ts'

test('every workspace has its own picture, always the same', () => {
  assert.deepEqual(patternOf('aaaaaaaaaaaaaaaaaaaa'), patternOf('aaaaaaaaaaaaaaaaaaaa'))
  const uids = Array.from({ length: 200 }, (_, index) => `workspace${index}`)
  assert.equal(new Set(uids.map(uid => JSON.stringify(patternOf(uid)))).size, 200)
  assert.equal(new Set(uids.map(uid => patternOf(uid).colouring)).size, 4)
})

test('every place of the picture is covered', () => {
  for (const uid of ['a', 'b', 'c']) {
    const { paths, width, height } = patternOf(uid)
    const squares = paths.flatMap(({ path }) => [...path.matchAll(/M(\d+) (\d+)h10v10h-10z/g)].map(one => one[0]))
    assert.equal(new Set(squares).size, (width / 10) * (height / 10))
  }
})
