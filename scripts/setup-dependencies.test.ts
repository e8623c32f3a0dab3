// How packages are installed: exactly the lock file, and without running their scripts. npm is a fake on the PATH that
// records its arguments and claims to have installed what a test says.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { projectRoot } from './project-files.ts'

const entry = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-AAAA' } }

function checkout(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (path: string) => join(folder, path)
  const write = (path: string, value: object) => writeFileSync(at(path), JSON.stringify(value))
  mkdirSync(at('fake'))
  write('package.json', { workspaces: [] })
  const npm = `#!/bin/sh\necho "$@" >> "${folder}/calls"\nmkdir -p node_modules\ncp "${folder}/$1-result.json" node_modules/.package-lock.json\n`
  writeFileSync(at('fake/npm'), npm, { mode: 0o755 })
  write('ci-result.json', { packages: entry })
  return {
    lock: (packages: object) => write('package-lock.json', { packages }),
    installResult: (packages: object) => write('install-result.json', { packages }),
    /** The first two words of each call of npm. */
    setUp() {
      rmSync(at('calls'), { force: true })
      const url = new URL('setup-dependencies.mjs', `file://${projectRoot}/scripts/`).href
      const script = `const { dependencies } = await import(${JSON.stringify(url)}); dependencies.run(); console.log(dependencies.pending())`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${at('fake')}${delimiter}${process.env.PATH}` },
      })
      assert.deepEqual([stdout, stderr], ['null\n', ''])
      const calls = readFileSync(at('calls'), 'utf8').trim().split('\n')
      for (const call of calls) assert.match(call, / --ignore-scripts /)
      return calls.map(call => call.split(' ')[0])
    },
  }
}

test('the first installation is npm ci, an update is npm install', t => {
  const { lock, installResult, setUp } = checkout(t)
  lock(entry)
  assert.deepEqual(setUp(), ['ci'])
  const more = { ...entry, 'node_modules/b': { version: '1.0.0', integrity: 'sha512-BBBB' } }
  lock(more)
  installResult({ ...more, server: { version: '1.0.0' }, 'node_modules/own': { link: true } })
  assert.deepEqual(setUp(), ['install'])
})

test('an update that installed something else than the lock file says is repeated with npm ci', t => {
  const { lock, installResult, setUp } = checkout(t)
  lock(entry)
  setUp()
  for (const other of [
    { version: '1.0.1', integrity: 'sha512-AAAA' },
    { version: '1.0.0', integrity: 'sha512-BBBB' },
  ]) {
    lock({ ...entry, other })
    installResult({ 'node_modules/a': other })
    assert.deepEqual(setUp(), ['install', 'ci'])
  }
  lock({ ...entry, more: {} })
  installResult({ ...entry, 'node_modules/unknown': { version: '1.0.0', integrity: 'sha512-AAAA' } })
  assert.deepEqual(setUp(), ['install', 'ci'])
})
