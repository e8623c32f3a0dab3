// Planted cycles between folders are found, and their harmless neighbors are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderCycles, unusedAllowances } from './check-folders.ts'

function imports(...arrows: string[]) {
  return arrows.map(arrow => {
    const [from = '', file = ''] = arrow.split(' > ')
    return { from, file, line: 1, specifier: file, packageName: null }
  })
}

const twoFolders = imports('server/users/a.ts > server/mail/b.ts', 'server/mail/c.ts > server/users/d.ts')

test('two folders that import each other are a cycle, although no file is on one', () => {
  assert.deepEqual(folderCycles(twoFolders), [
    [
      'cycle between folders: server/mail → server/users → server/mail',
      '  server/mail/c.ts:1 imports server/users/d.ts',
      '  server/users/a.ts:1 imports server/mail/b.ts',
    ].join('\n'),
  ])
})

test('a file and a folder beside it that import each other are a cycle', () => {
  const [cycle] = folderCycles(
    imports('server/page.ts > server/pages/html.ts', 'server/pages/form.ts > server/page.ts'),
  )
  assert.match(cycle ?? '', /server\/page\.ts → server\/pages → server\/page\.ts/)
})

test('folders inside a folder are compared with each other', () => {
  const found = folderCycles(
    imports(
      'web/workspace/state/a.ts > web/workspace/panels/b.ts',
      'web/workspace/panels/c.ts > web/workspace/state/d.ts',
    ),
  )
  assert.equal(found.length, 1)
})

test('imports in one direction, and within one folder, are fine', () => {
  const fine = imports(
    'server/users/a.ts > server/mail/b.ts',
    'server/users/c.ts > server/mail/d.ts',
    'a/b.ts > a/c.ts',
  )
  assert.deepEqual(folderCycles(fine), [])
})

test('an allowed import is ignored, and an unneeded one is reported', () => {
  assert.deepEqual(folderCycles(twoFolders, ['server/mail → server/users']), [])
  assert.deepEqual(unusedAllowances(twoFolders, ['server/mail → server/users', 'server/a → server/b']), [
    'allowed, but not needed: server/a → server/b',
  ])
})
