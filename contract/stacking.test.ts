// The keys of the stacking order: there is always room between two of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backKey, frontKey, keyByAge, keysBetween, topKey } from './stacking.ts'

const object = { isGround: false }
const ground = { isGround: true }

test('[OBJ-20] new keys lie in front, keys of the back behind, and canvases behind everything', () => {
  const keys = [
    backKey(ground, 9),
    frontKey(ground, 9),
    backKey(object, 2),
    backKey(object, 1),
    keyByAge(object, '000000000000000000000001'),
    keyByAge(object, 'ffffffffffffffffffffffff'),
    frontKey(object, 1),
    frontKey(object, 36),
    frontKey(object, 1_000_000),
    topKey(object, 1),
  ]
  assert.deepEqual(keys.toSorted(), keys)
})

test('[OBJ-20] objects can be put between any two, again and again', () => {
  const places = fc.array(fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 5 }) }), { maxLength: 60 })
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(numbers, places, (given, moves) => {
      const keys = given.map(number => frontKey(object, number)).sort()
      for (const { at, count } of moves) {
        const index = at % (keys.length - 1)
        keys.splice(index + 1, 0, ...keysBetween(keys[index] as string, keys[index + 1] as string, count))
        assert.deepEqual(keys.toSorted(), keys)
        assert.equal(new Set(keys).size, keys.length)
      }
    }),
  )
})

test('[OBJ-20] a key that came back later leaves room too, and equal keys end no search', () => {
  const between = keysBetween(frontKey(object, 37), frontKey(object, 361), 1)[0] as string
  const restored = Array.from({ length: 324 }, (_, index) => frontKey(object, 37 + index))
  const around = [between, ...restored].sort()
  const at = around.indexOf(between)
  for (const [low, high] of [around.slice(at - 1, at + 1), around.slice(at, at + 2)] as [string, string][]) {
    const [key] = keysBetween(low, high, 1) as [string]
    assert.ok(low < key && key < high, `${low} < ${key} < ${high}`)
  }
  const [above] = keysBetween(between, between, 1) as [string]
  assert.ok(above > between)
})
