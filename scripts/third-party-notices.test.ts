// Which packages are shipped, and that their licenses are collected.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectRoot, readProjectFile } from './project-files.ts'
import { listShippedPackages, thirdPartyNotices } from './third-party-notices.ts'

const { packages } = JSON.parse(readProjectFile('package-lock.json'))

test('packages that the server or the pages contain are listed, tools and tests are not', () => {
  const names = new Set(listShippedPackages(packages).map(({ name }) => name))
  for (const name of ['fastify', 'react', 'scheduler', '@fontsource/tinos', 'sharp', '@img/sharp-linux-x64'])
    assert.ok(names.has(name), name)
  for (const name of ['vite', 'rolldown', 'typescript', 'knip', 'playwright-core', '@tessera/contract'])
    assert.ok(!names.has(name), name)
})

test('a package is found where Node would load it from', () => {
  const made = {
    server: { dependencies: { a: '1', b: '1' } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT' },
  }
  assert.deepEqual(
    listShippedPackages(made).map(({ name, version, license }) => `${name} ${version} ${license}`),
    ['a 1.0.0 MIT', 'b 1.0.0 MIT', 'b 2.0.0 ISC'],
  )
})

test('the notices contain the text of a license once for all packages that share it', () => {
  const notices = thirdPartyNotices(projectRoot, packages)
  assert.match(notices, /^- react 19[.\d]+ \(MIT\)$/m)
  assert.match(notices, /SIL OPEN FONT LICENSE/i)
  assert.match(notices, /Copyright \(c\) Meta Platforms/)
})
