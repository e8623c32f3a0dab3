// Tests how recorded times decide which files share a process, and what is expected without a record.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileGroups, TestDurations } from './test-durations.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-durations-'))
after(() => rmSync(folder, { recursive: true }))

const self = 'scripts/test-durations.test.ts'

test('groups are balanced, the longest comes first, and a long file is alone', () => {
  const ms: Record<string, number> = { a: 100, b: 1, c: 2, d: 40, e: 3, f: 39 }
  const groups = fileGroups(Object.keys(ms), 2, path => ms[path] as number)
  assert.deepEqual(groups, [['a'], ['d', 'c', 'b'], ['f', 'e']])
})

test('a file without a record is estimated by the usual time of its tests', () => {
  const { tests, ms } = new TestDurations(join(folder, 'absent.json')).expected('unit', self)
  assert.deepEqual([tests, ms], [4, 1600])
})

test('a recorded time is expected in the next run, for its stage only', () => {
  const file = join(folder, 'recorded.json')
  const durations = new TestDurations(file)
  const tests = [
    { file: self, title: 'one', ms: 300 },
    { file: self, title: 'two', ms: 300 },
    { file: 'scripts/check.ts', title: 'three', ms: 200 },
  ]
  durations.record('unit', { durations: tests, testsIn: new Map([[self, 9]]), ms: 1600 })
  durations.save()
  assert.deepEqual(new TestDurations(file).expected('unit', self), { ms: 1200, tests: 9 })
  assert.equal(new TestDurations(file).expected('e2e', self).tests, 4)
})

test('a damaged record is ignored', () => {
  const file = join(folder, 'damaged.json')
  writeFileSync(file, '{ "unit: ')
  assert.equal(new TestDurations(file).expected('unit', self).tests, 4)
})
