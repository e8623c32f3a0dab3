// How packages are installed: exactly the lock file, without running their scripts, and for a start without the tools. npm
// is a fake on the PATH that records its arguments and claims to have installed what a test says.

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
  const writeLock = (packages: object) => write('package-lock.json', { packages })
  const writeInstallResult = (packages: object) => write('install-result.json', { packages })
  mkdirSync(at('fake'))
  write('package.json', { workspaces: [] })
  const npm = `#!/bin/sh\necho "$@" >> "${folder}/calls"\nmkdir -p node_modules\ncp "${folder}/$1-result.json" node_modules/.package-lock.json || exit 1\n`
  writeFileSync(at('fake/npm'), npm, { mode: 0o755 })
  write('ci-result.json', { packages: entry })
  writeLock(entry)
  writeInstallResult(entry)
  /** Runs the step if it is pending. Returns the calls of npm, each as its command and its effect on the tools. */
  const setUp = (name: 'allDependencies' | 'runTimeDependencies'): string[] => {
    writeFileSync(at('calls'), '')
    const url = new URL('setup-dependencies.mjs', `file://${projectRoot}/scripts/`).href
    const script = `const { ${name}: step } = await import(${JSON.stringify(url)}); if (step.pending()) await step.run(); console.log(step.pending())`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${at('fake')}${delimiter}${process.env.PATH}` },
    })
    const calls = readFileSync(at('calls'), 'utf8').split('\n').filter(Boolean)
    for (const call of calls) assert.match(call, / --ignore-scripts /)
    const described = calls.map(call => `${call.split(' ')[0]} ${/--(omit|include)=dev/.exec(call)?.[0]}`)
    if (stderr) return [...described, /npm \w+ failed/.exec(stderr)?.[0] ?? stderr]
    assert.equal(stdout, 'null\n')
    return described
  }
  return {
    writeLock,
    writeInstallResult,
    start: () => setUp('runTimeDependencies'),
    test: () => setUp('allDependencies'),
    failInstall: () => rmSync(at('install-result.json')),
  }
}

test('the first installation is npm ci, an update is npm install', t => {
  const { writeLock, writeInstallResult, start } = checkout(t)
  assert.deepEqual(start(), ['ci --omit=dev'])
  assert.deepEqual(start(), [])
  const more = { ...entry, 'node_modules/b': { version: '1.0.0', integrity: 'sha512-BBBB' } }
  writeLock(more)
  writeInstallResult({ ...more, server: { version: '1.0.0' }, 'node_modules/own': { link: true } })
  assert.deepEqual(start(), ['install --omit=dev'])
})

test('the tools are added by the first command that needs them, and stay', t => {
  const { writeLock, start, test } = checkout(t)
  start()
  assert.deepEqual(test(), ['install --include=dev'])
  assert.deepEqual([...test(), ...start()], [])
  writeLock({ ...entry, more: {} })
  assert.deepEqual(start(), ['install --include=dev'])
  assert.deepEqual(test(), [])
})

test('an installation that failed or was interrupted is repeated from the beginning', t => {
  const { writeInstallResult, start, test, failInstall } = checkout(t)
  start()
  failInstall()
  assert.deepEqual(test(), ['install --include=dev', 'npm install failed'])
  writeInstallResult(entry)
  assert.deepEqual(start(), ['ci --omit=dev'])
  assert.deepEqual(test(), ['install --include=dev'])
})

test('an update that installed something other than the lock file says is repeated with npm ci', t => {
  const { writeLock, writeInstallResult, start } = checkout(t)
  start()
  for (const other of [
    { version: '1.0.1', integrity: 'sha512-AAAA' },
    { version: '1.0.0', integrity: 'sha512-BBBB' },
  ]) {
    writeLock({ ...entry, other })
    writeInstallResult({ 'node_modules/a': other })
    assert.deepEqual(start(), ['install --omit=dev', 'ci --omit=dev'])
  }
  writeLock({ ...entry, more: {} })
  writeInstallResult({ ...entry, 'node_modules/unknown': { version: '1.0.0', integrity: 'sha512-AAAA' } })
  assert.deepEqual(start(), ['install --omit=dev', 'ci --omit=dev'])
})
