// Which arguments run which tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileGroups, type Stage, select, stages } from './test-stages.ts'

const paths = [
  'contract/a.test.ts',
  'server/b.test.ts',
  'server/users/c.test.ts',
  'e2e/d.test.ts',
  'torture/torture.test.ts',
]

function selected(...args: string[]): string[] {
  return select(args, false, paths).map(({ stage, files }) => [stage.name, ...files].join(' '))
}

test('no argument selects everything, in order', () => {
  assert.deepEqual(selected(), [
    'check',
    'unit contract/a.test.ts',
    'server on sqlite server/b.test.ts server/users/c.test.ts',
    'server on postgres server/b.test.ts server/users/c.test.ts',
    'e2e e2e/d.test.ts',
    'torture on sqlite torture/torture.test.ts',
    'torture on postgres torture/torture.test.ts',
  ])
})

test('the name of a stage selects it', () => {
  assert.deepEqual(selected('check'), ['check'])
  assert.deepEqual(selected('unit', 'e2e'), ['unit contract/a.test.ts', 'e2e e2e/d.test.ts'])
  assert.deepEqual(selected('sqlite'), ['server on sqlite server/b.test.ts server/users/c.test.ts'])
  assert.deepEqual(
    select(['server'], false, paths).map(one => one.stage.engine),
    ['sqlite', 'postgres'],
  )
})

test('a path runs in every stage that includes it, or in the one named', () => {
  const both = ['server on sqlite server/users/c.test.ts', 'server on postgres server/users/c.test.ts']
  assert.deepEqual(selected('server/users/c.test.ts'), both)
  assert.deepEqual(selected('./server/users/'), both)
  assert.deepEqual(selected('postgres', 'server/users'), ['server on postgres server/users/c.test.ts'])
})

test('tests of decoders run on one engine, because they do not depend on the database', () => {
  const engines = (path: string) => select([path], false, [path]).map(one => one.stage.engine)
  assert.deepEqual(engines('server/rendering/uploads/hostile-files.test.ts'), ['sqlite'])
  assert.deepEqual(engines('server/rendering/uploads/process-document.test.ts'), ['sqlite', 'postgres'])
})

test('a name leaves the checks out', () => {
  assert.deepEqual(
    select([], true, paths).map(one => one.stage.name),
    ['unit', 'server on sqlite', 'server on postgres', 'e2e', 'torture on sqlite', 'torture on postgres'],
  )
})

test('a path without a test is refused with the accepted arguments', () => {
  assert.throws(() => selected('server/none'), /No test file at server\/none\. .*unit, server, sqlite, postgres, e2e/)
})

test('a stage without files is kept, so that it is reported', () => {
  assert.deepEqual(
    select(['e2e'], false, []).map(one => one.files),
    [[]],
  )
})

test('files share processes, and slow ones come first and alone', () => {
  const files = [
    ...Array.from({ length: 13 }, (_, at) => `server/${at}.test.ts`),
    'server/board/listeners/delivery-crash.test.ts',
  ]
  const stage = stages.find(one => one.engine === 'sqlite') as Stage
  const groups = fileGroups(stage, files)
  assert.deepEqual(groups[0], ['server/board/listeners/delivery-crash.test.ts'])
  assert.deepEqual(groups.flat().sort(), files.sort())
  assert.ok(groups.length < 6)
  assert.deepEqual(fileGroups(stage, ['server/a.test.ts']), [['server/a.test.ts']])
})
