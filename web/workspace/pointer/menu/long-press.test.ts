import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longPress } from './long-press.ts'

const at = { x: 50, y: 50 }

test('[WEB-30] a finger that stays asks for the menu; one that moves, leaves or is joined does not', context => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const heard: object[] = []
  const finger = longPress(place => heard.push(place))
  const wait = () => context.mock.timers.tick(10_000)

  finger.down(at)
  finger.move({ x: 54, y: 47 })
  wait()
  assert.deepEqual(heard, [at])
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
  assert.deepEqual(heard, [at])

  finger.down(at)
  wait()
  assert.equal(heard.length, 2)
})
