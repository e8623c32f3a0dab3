import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsPastIndex, largeIndexes, namesOf, unitOf, upwardImports } from './check-wings.ts'

const one = (from: string, file: string, isDynamic = false) => [
  { from, file, line: 1, specifier: '', packageName: null, isDynamic },
]

test('a wing imports from wings below it, and composition from all', () => {
  assert.deepEqual(upwardImports(one('server/board/live/room.ts', 'server/platform/sql/index.ts')), [])
  assert.deepEqual(upwardImports(one('server/wiring.ts', 'server/api/index.ts')), [])
  assert.deepEqual(upwardImports(one('server/commands/commands.ts', 'server/dependencies.ts')), [])
})

test('an import upward is found', () => {
  const found = upwardImports(one('server/platform/jobs/worker.ts', 'server/board/index.ts'))
  assert.match(found.join(), /worker\.ts:1 imports server\/board\/index\.ts, which is in a wing above/)
  assert.equal(upwardImports(one('server/api/http/server.ts', 'server/app.ts')).length, 1)
})

test('a file of another wing is imported through its index', () => {
  assert.deepEqual(importsPastIndex(one('server/api/jobs/jobs.ts', 'server/board/index.ts')), [])
  assert.deepEqual(importsPastIndex(one('server/board/live/room.ts', 'server/board/events/events.ts')), [])
  assert.deepEqual(importsPastIndex(one('server/board/live/room.ts', 'server/accounts/handler.ts')), [])
  const past = importsPastIndex(one('server/api/jobs/jobs.ts', 'server/board/events/events.ts'))
  assert.match(past.join(), /instead of server\/board\/index\.ts/)
})

test('each folder of platform and accounts has an index of its own', () => {
  assert.equal(unitOf('server/platform/sql/rows.ts'), 'server/platform/sql')
  const past = importsPastIndex(one('server/platform/jobs/worker.ts', 'server/platform/sql/rows.ts'))
  assert.match(past.join(), /instead of server\/platform\/sql\/index\.ts/)
})

test('threads, and modules that are loaded on demand, are exempt', () => {
  const file = 'server/platform/sql/rows.ts'
  assert.deepEqual(importsPastIndex(one('server/board/changes/write-thread-main.ts', file)), [])
  assert.deepEqual(importsPastIndex(one('server/cluster.ts', file, true)), [])
})

test('an index that offers more than 40 names is found', () => {
  const names = Array.from({ length: 41 }, (_, index) => `name${index}`)
  assert.deepEqual(largeIndexes([{ path: 'server/board/index.ts', names: names.slice(1) }]), [])
  assert.match(largeIndexes([{ path: 'server/board/index.ts', names }]).join(), /offers 41 names/)
})

test('the names of an index are those that it exports from other files', () => {
  assert.deepEqual(namesOf('index.ts', "export { a, type B } from './a.ts'\nexport type { C } from './c.ts'"), [
    'a',
    'B',
    'C',
  ])
})
