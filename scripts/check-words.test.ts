// What counts as a trace of one machine, and what only resembles it. The samples are put together from parts, so that
// this file has none itself.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unwantedIn } from './check-words.ts'

const unwanted = [
  ['see /', 'work/main'].join(''),
  ["'/", "farm/x'"].join(''),
  ['../', 'shared/house.md'].join(''),
  ['https://registry.', 'npmjs.org/knip'].join(''),
]
for (const line of unwanted) {
  test(`${line.split(/[/.]/).join(' ')} is unwanted`, () => {
    assert.match(unwantedIn('a.md', `fine\n${line}`).join(), /^a\.md:2 /)
  })
}

for (const line of ['docs/work/plan', 'a network/', '../sharedness', 'the registry of kinds', 'npm.lock']) {
  test(`${line} is fine`, () => assert.deepEqual(unwantedIn('a.md', line), []))
}
