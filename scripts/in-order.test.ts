// Stages that overlap must still be told one after the other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './in-order.ts'

test('the first is heard at once, and who comes before their turn is heard when those before them have ended', () => {
  const heard: string[] = []
  const voices = inOrder(text => heard.push(text))
  const [one, two, three] = [voices.next(), voices.next(), voices.next()]
  one.say('1a')
  two.say('2a')
  three.say('3a')
  three.end()
  assert.deepEqual(heard, ['1a'])
  one.say('1b')
  assert.deepEqual(heard, ['1a', '1b'])
  one.end()
  assert.deepEqual(heard, ['1a', '1b', '2a'])
  two.say('2b')
  two.end()
  assert.deepEqual(heard, ['1a', '1b', '2a', '2b', '3a'])
})
