// Tests the list of `--slowest`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slowestTests } from './slowest-tests.ts'

test('the slowest come first, and the time of a file is that of its tests', () => {
  const timed = (file: string, title: string, ms: number) => ({ stage: 'unit', file, title, ms })
  const text = slowestTests([timed('a', 'one', 1_000), timed('b', 'two', 1_500), timed('a', 'three', 1_000)])
  assert.deepEqual(
    text.split('\n').map(line => line.trim()),
    [
      'Slowest files:',
      '2.0 s  unit: a',
      '1.5 s  unit: b',
      '',
      'Slowest tests:',
      '1.5 s  unit: b › two',
      '1.0 s  unit: a › one',
      '1.0 s  unit: a › three',
    ],
  )
})
