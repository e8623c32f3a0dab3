// Tests which test files are skipped if a program is missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepRunnable } from './test-needs.ts'
import type { ProgramName } from './test-programs.mjs'
import { select } from './test-stages.ts'

const paths = [
  'e2e/developers.test.ts',
  'e2e/proxies.test.ts',
  'e2e/start.test.ts',
  'scripts/ordered-output.test.ts',
  'scripts/test-servers.test.ts',
  'server/board/live/several-processes.test.ts',
  'server/platform/db/migrate.test.ts',
]
const everything = select(['unit', 'server', 'e2e'], paths, { isFull: true })

const candidates: ProgramName[] = ['caddy']

function without(...absent: ProgramName[]) {
  const findMissing = () => absent
  const { selected, notes } = keepRunnable(everything, { candidates, isFull: false, findMissing, install: () => {} })
  return {
    notes,
    files: selected.flatMap(({ stage, files }) => files.map(path => `${stage.arguments.at(-1)} ${path}`)),
  }
}

test('without a browser, the tests of pages are left out', () => {
  const { files, notes } = without('chromium')
  assert.deepEqual(
    files.filter(file => file.startsWith('e2e')),
    ['e2e e2e/proxies.test.ts', 'e2e e2e/start.test.ts'],
  )
  assert.equal(files.length, 8)
  assert.deepEqual(notes.slice(0, 2), ['Left out, because chromium was not found:', '  e2e: 1 of 3 test files'])
  assert.match(notes.at(-1) ?? '', /^To run them: .*chromium/)
})

test('without PostgreSQL, its stage and the tests that start one are left out', () => {
  const { files, notes } = without('postgresql')
  assert.ok(!files.some(file => file.startsWith('postgres') || file.includes('test-servers')))
  assert.equal(files.filter(file => file.startsWith('sqlite')).length, 2)
  assert.deepEqual(notes.slice(1, 3), ['  unit: 1 of 2 test files', '  server on postgres: all test files'])
})

test('without Redis, only the tests that talk to one are left out', () => {
  const { files } = without('redis')
  assert.deepEqual(
    files.filter(file => file.includes(' server/')),
    ['sqlite server/platform/db/migrate.test.ts', 'postgres server/platform/db/migrate.test.ts'],
  )
})

test('nothing is left out if what is missing is not needed, or can be installed', () => {
  const installed: ProgramName[][] = []
  const options = { candidates, isFull: false, install: (names: ProgramName[]) => void installed.push(names) }
  const findMissing = (names: ProgramName[]) => (installed.length ? [] : names)
  assert.deepEqual(keepRunnable(everything, { ...options, candidates: ['ruby'], findMissing }).notes, [])
  assert.deepEqual(installed, [])
  assert.deepEqual(keepRunnable(everything, { ...options, findMissing }), { selected: everything, notes: [] })
  assert.deepEqual(installed, [['caddy']])
})

test('a program that --full needs and that cannot be installed is an error with the command', () => {
  const install = () => {
    throw new Error('To get caddy:\n  sudo dnf install caddy')
  }
  const options = { candidates, findMissing: (names: ProgramName[]) => names, install }
  assert.throws(() => keepRunnable(everything, { ...options, isFull: true }), /caddy not found.*\nTo get caddy:\n.*dnf/)
  const { notes } = keepRunnable(everything, { ...options, isFull: false })
  assert.deepEqual(notes.slice(0, 2), ['Left out, because caddy was not found:', '  e2e: 1 of 3 test files'])
})
