// Planted comparisons with the name of a kind are found; other comparisons are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindComparisons } from './check-kinds.ts'

const found = (source: string) => kindComparisons('web/a.ts', source, ['note', 'text'])

for (const source of [
  `if (object.kind === 'note') {}`,
  `const x = kind !== 'text'`,
  `const x = 'note' === first.targetKind`,
  `switch (object.kind) { case 'note': break }`,
]) {
  test(`found: ${source}`, () => assert.equal(found(source).length, 1))
}

test('a finding names the file and the line', () => {
  assert.match(found(`\nif (a.kind === 'note') {}`)[0] ?? '', /^web\/a\.ts:2 a\.kind === 'note'/)
})

for (const source of [`if (field === 'text') {}`, `if (a.kind === b.kind) {}`, `if (a.kind === 'job') {}`]) {
  test(`fine: ${source}`, () => assert.deepEqual(found(source), []))
}
