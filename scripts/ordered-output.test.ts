// Tests that the output of overlapping stages appears in order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderedOutput } from './ordered-output.ts'

test('the first output appears at once, later ones after those before them have ended', () => {
  const printed: string[] = []
  const outputs = orderedOutput(text => printed.push(text))
  const [one, two, three] = [outputs.open(), outputs.open(), outputs.open()]
  one.write('1a')
  two.write('2a')
  three.write('3a')
  three.end()
  assert.deepEqual(printed, ['1a'])
  one.write('1b')
  assert.deepEqual(printed, ['1a', '1b'])
  one.end()
  assert.deepEqual(printed, ['1a', '1b', '2a'])
  two.write('2b')
  two.end()
  assert.deepEqual(printed, ['1a', '1b', '2a', '2b', '3a'])
})
