import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longPress } from './long-press.ts'

const at = { x: 50, y: 50 }

test('[WEB-30] a long press opens the menu, a finger that moves, leaves or is joined by another does not', context => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const presses: object[] = []
  const finger = longPress(point => presses.push(point))
  const wait = () => context.mock.timers.tick(10_000)

  finger.down(at)
  finger.move({ x: 54, y: 47 })
  wait()
  assert.deepEqual(presses, [at])
  finger.end()

  finger.down(at)
  finger.move({ x: 70, y: 50 })
  wait()
  finger.end()

  finger.down(at)
  finger.end()
  wait()

  finger.down(at)
  finger.down({ x: 150, y: 50 })
  wait()
  finger.end()
  wait()
  finger.end()
  assert.deepEqual(presses, [at])

  finger.down(at)
  wait()
  assert.equal(presses.length, 2)
})
