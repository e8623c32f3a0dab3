// Releases of a small project in a temporary git repository.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeRelease } from './make-release.ts'
import { readProjectFile } from './project-files.ts'
import { isOlder, nextVersion, releaseFiles } from './release-files.ts'

const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n'
const files = {
  'package.json': '{\n  "name": "tessera",\n  "version": "0.1.0",\n  "workspaces": ["server"]\n}\n',
  'server/package.json':
    '{\n  "version": "0.1.0",\n  "dependencies": { "@tessera/client": "0.1.0", "pg": "0.1.0" }\n}\n',
  'package-lock.json': JSON.stringify({
    version: '0.1.0',
    packages: {
      '': { version: '0.1.0' },
      server: { version: '0.1.0', dependencies: { '@tessera/client': '0.1.0', pg: '0.1.0' } },
      'node_modules/pg': { version: '0.1.0' },
    },
  }),
  'clients/python/src/tessera/_version.py': '__version__ = "0.1.0"\n',
  'server/platform/db/migrations/releases.ts': 'export const releases: readonly Release[] = []\n',
  'CHANGELOG.md': changelog,
}
const options = { date: '2027-01-02', newestMigration: '0042-answers' }

function repository(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'tessera-release-'))
  t.after(() => rmSync(root, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  return { root, git, read: (path: string) => readFileSync(join(root, path), 'utf8') }
}

test('[OPS-60] a dry run shows the diff and the tag, and changes nothing', t => {
  const { root, git } = repository(t)
  const { version, tag, diff } = makeRelease({ ...options, root, version: '0.2.0', isDryRun: true })
  assert.deepEqual([version, tag], ['0.2.0', 'v0.2.0'])
  for (const path of Object.keys(files)) assert.match(diff, new RegExp(path.replaceAll('.', '\\.')))
  assert.match(diff, /^\+ {2}"version": "0\.2\.0",$/m)
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(git('tag'), '')
  assert.equal(git('rev-list', '--count', 'HEAD').trim(), '1')
})

test('[OPS-60] a release sets every version, dates the changelog, records the migration, commits and tags', t => {
  const { root, git, read } = repository(t)
  makeRelease({ ...options, root, version: '0.2.0', isDryRun: false })
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(git('log', '-1', '--format=%s').trim(), 'release: 0.2.0')
  assert.equal(git('rev-parse', 'v0.2.0^{commit}'), git('rev-parse', 'HEAD'))
  assert.match(read('server/package.json'), /"version": "0\.2\.0",\n.*"@tessera\/client": "0\.2\.0", "pg": "0\.1\.0"/)
  const lock = JSON.parse(read('package-lock.json'))
  assert.deepEqual(lock.packages.server, {
    version: '0.2.0',
    dependencies: { '@tessera/client': '0.2.0', pg: '0.1.0' },
  })
  assert.equal(lock.packages['node_modules/pg'].version, '0.1.0')
  assert.equal(read('clients/python/src/tessera/_version.py'), '__version__ = "0.2.0"\n')
  assert.match(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2027-01-02\n\n### Added/)
  assert.match(
    read('server/platform/db/migrations/releases.ts'),
    /= \[\n {2}\{ version: '0\.2\.0', migration: '0042-answers' \},\n\]\n$/,
  )

  writeFileSync(
    join(root, 'CHANGELOG.md'),
    read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- It.\n'),
  )
  git('commit', '--quiet', '-am', 'fix')
  assert.equal(makeRelease({ ...options, root, isDryRun: false }).version, '0.2.1')
  assert.match(read('server/platform/db/migrations/releases.ts'), /'0\.2\.0', .*\n.*'0\.2\.1'/)
})

test('[OPS-60] a release is refused without a clean tree on main, a new version and something to release', t => {
  const { root, git } = repository(t)
  const release = (version?: string) => makeRelease({ ...options, root, version, isDryRun: false })
  assert.throws(() => release('0.0.9'), /older than the current one/)
  assert.throws(() => release('next'), /three numbers/)
  writeFileSync(join(root, 'new'), '')
  assert.throws(() => release(), /not clean[\s\S]*new/)
  rmSync(join(root, 'new'))
  git('switch', '--quiet', '-c', 'other')
  assert.throws(() => release(), /on the branch main, but this is other/)
  git('switch', '--quiet', 'main')
  assert.equal(release().version, '0.1.0', 'the current version, because it was never released')
  assert.throws(() => release('0.1.0'), /v0\.1\.0 exists/)
  assert.throws(() => release(), /nothing under \[Unreleased\]/)
  assert.equal(git('tag'), 'v0.1.0\n')
})

test('[OPS-60] the next version follows from the changelog', () => {
  const of = (current: string, group: string) => nextVersion(current, changelog.replace('Added', group))
  assert.equal(of('0.1.0', 'Fixed'), '0.1.1')
  assert.equal(of('0.1.9', 'Added'), '0.2.0')
  assert.equal(of('0.1.0', 'Removed'), '0.2.0')
  assert.equal(of('1.4.2', 'Removed'), '2.0.0')
  assert.equal(isOlder('0.9.9', '0.10.0'), true)
  assert.equal(isOlder('1.0.0', '1.0.0'), false)
})

test('[OPS-60] every place of this project that contains the version is changed', () => {
  const { version: from, workspaces } = JSON.parse(readProjectFile('package.json'))
  const changed = releaseFiles(readProjectFile, workspaces, { ...options, from, to: '99.1.2' })
  for (const path of [
    ...workspaces.map((folder: string) => `${folder}/package.json`),
    'package.json',
    'package-lock.json',
    'clients/python/src/tessera/_version.py',
    'docs/openapi.json',
    'docs/asyncapi.json',
    'docs/guides/typescript.md',
    'docs/guides/quick-start.md',
    'clients/python/README.md',
    'deploy/kubernetes/deployment.yaml',
    'server/platform/db/migrations/releases.ts',
    'CHANGELOG.md',
  ])
    assert.match(changed.get(path) ?? '', /99\.1\.2/, path)
  const left = [...changed].filter(
    ([, text]) => text.includes(`"version": "${from}"`) && !text.includes('lockfileVersion'),
  )
  assert.deepEqual(
    left.map(([path]) => path),
    [],
  )
})
