// Which arguments run which tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTest, listProjectFiles } from './project-files.ts'
import { onlyInFull, onPostgres, type SelectOptions, select } from './test-stages.ts'

const paths = [
  'contract/a.test.ts',
  'server/b.test.ts',
  'server/users/c.test.ts',
  'e2e/d.test.ts',
  'e2e/proxies.test.ts',
  'server/platform/db/e.test.ts',
  'torture/torture.test.ts',
]

function selected(...args: string[]): string[] {
  return selectedWith({}, ...args)
}

function selectedWith(options: SelectOptions, ...args: string[]): string[] {
  return select(args, paths, options).map(({ stage, files }) => [stage.name, ...files].join(' '))
}

const server = 'server/b.test.ts server/users/c.test.ts server/platform/db/e.test.ts'

test('without arguments, slow tests are left out, and tests that depend on SQL run on PostgreSQL', () => {
  assert.deepEqual(selected(), [
    'check',
    'unit contract/a.test.ts',
    `server on sqlite ${server}`,
    'server on postgres server/platform/db/e.test.ts',
    'e2e e2e/d.test.ts',
  ])
})

test('--full selects everything, in order', () => {
  assert.deepEqual(selectedWith({ isFull: true }), [
    'check',
    'unit contract/a.test.ts',
    `server on sqlite ${server}`,
    `server on postgres ${server}`,
    'e2e e2e/d.test.ts e2e/proxies.test.ts',
    'torture on sqlite torture/torture.test.ts',
    'torture on postgres torture/torture.test.ts',
  ])
})

test('every entry of the lists matches a test file', () => {
  const all = listProjectFiles(isTest)
  for (const entry of [...onlyInFull, ...onPostgres]) {
    assert.ok(
      all.some(path => path.startsWith(entry)),
      entry,
    )
  }
})

test('the name of a stage selects it', () => {
  assert.deepEqual(selected('check'), ['check'])
  assert.deepEqual(selected('unit', 'e2e'), ['unit contract/a.test.ts', 'e2e e2e/d.test.ts'])
  assert.deepEqual(selected('server'), [
    `server on sqlite ${server}`,
    'server on postgres server/platform/db/e.test.ts',
  ])
  assert.deepEqual(selectedWith({ isFull: true }, 'postgres'), [`server on postgres ${server}`])
  assert.deepEqual(selected('torture').length, 2)
})

test('a path runs in every stage that includes it, or in the named one', () => {
  const both = ['server on sqlite server/users/c.test.ts', 'server on postgres server/users/c.test.ts']
  assert.deepEqual(selected('server/users/c.test.ts'), both)
  assert.deepEqual(selected('./server/users/'), both)
  assert.deepEqual(selected('postgres', 'server/users'), ['server on postgres server/users/c.test.ts'])
  assert.deepEqual(selected('e2e/proxies.test.ts'), ['e2e e2e/proxies.test.ts'])
})

test('tests of decoders run on one engine, because they do not depend on the database', () => {
  const engines = (path: string) => select([path], [path]).map(one => one.stage.engine)
  assert.deepEqual(engines('server/rendering/uploads/hostile-files.test.ts'), ['sqlite'])
  assert.deepEqual(engines('server/rendering/uploads/process-document.test.ts'), ['sqlite', 'postgres'])
})

test('a name leaves the checks out', () => {
  assert.deepEqual(
    select([], paths, { isNamed: true }).map(one => one.stage.name),
    ['unit', 'server on sqlite', 'server on postgres', 'e2e', 'torture on sqlite', 'torture on postgres'],
  )
})

test('a path without a test is refused with the accepted arguments', () => {
  assert.throws(() => selected('server/none'), /No test file at server\/none\. .*unit, server, sqlite, postgres, e2e/)
})

test('a stage without files is kept, so that it is reported', () => {
  assert.deepEqual(
    select(['e2e'], []).map(one => one.files),
    [[]],
  )
})
