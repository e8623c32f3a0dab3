// Tests how test results are counted: a mistake here would hide failures everywhere else.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runTestFiles } from './run-test-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-run-'))
after(() => rmSync(folder, { recursive: true }))

function write(name: string, source: string): string {
  const path = join(folder, name)
  writeFileSync(path, `import { describe, test } from 'node:test'\n${source}`)
  return path
}

async function run(source: string, name?: string) {
  const result = await runTestFiles([write('sample.test.ts', source)], process.env, {
    ...(name !== undefined && { name }),
  })
  const { failures, durations, testsIn, output, ...counts } = result
  return {
    counts,
    testsIn: [...testsIn.values()],
    durations,
    output,
    titles: failures.map(one => one.titles.join(' › ')),
    errors: failures.map(one => one.error).join('\n'),
  }
}

test('passed, failed and skipped tests are counted, and failures are reported with their location', async () => {
  const { counts, titles, errors } = await run(`
    test('good', () => {})
    test('bad', () => { throw new Error('why it is bad') })
    test('left out', { skip: true }, () => {})
    describe('group', () => { test('inner', () => { throw new Error('why inner is') }) })`)
  assert.deepEqual(counts, { passed: 1, failed: 2, skipped: 1 })
  assert.deepEqual(titles, ['bad', 'group › inner'])
  assert.match(errors, /why it is bad[\s\S]*why inner is/)
})

test('the time of each test at the top of a file is reported, once', async () => {
  const { durations, testsIn } = await run(`
    test('quick', () => {})
    describe('group', () => { test('inner', () => new Promise(resolve => setTimeout(resolve, 50))) })`)
  assert.deepEqual(testsIn, [2])
  assert.deepEqual(
    durations.map(({ title }) => title),
    ['quick', 'group'],
  )
  assert.ok(durations.every(({ file }) => file.endsWith('sample.test.ts')))
  assert.ok((durations[1]?.ms ?? 0) >= 49)
})

test('the output of a file is kept', async () => {
  const { output } = await run(`test('good', () => { console.log('to one'); console.error('to the other') })`)
  assert.match(output, /to one/)
  assert.match(output, /to the other/)
})

for (const [what, source, error] of [
  ['cannot be loaded', `import './absent.ts'`, /Cannot find module .*absent/],
  [
    'ends in the middle of a test',
    `test('good', () => process.exit(0))`,
    /ran no test|ended before all tests were done/,
  ],
  ['is killed', `test('good', () => { process.kill(process.pid, 'SIGKILL') })`, /was killed by SIGKILL before/],
  ['has no test', '', /ran no test/],
  [
    'throws after a test',
    `test('a', () => { setTimeout(() => { throw new Error('late') }, 200) })`,
    /although no test[\s\S]*late/,
  ],
] as const) {
  test(`a file that ${what} has failed`, async () => {
    const { counts, errors } = await run(source)
    assert.equal(counts.failed, 1)
    assert.match(errors, error)
  })
}

test('files that share a process are reported separately', async () => {
  const paths = [
    write('absent.test.ts', `import './absent.ts'`),
    write('bad.test.ts', `test('bad', () => { throw new Error('no') })`),
    write('empty.test.ts', ''),
    write('good.test.ts', `test('good', () => {})`),
  ]
  const { failures, passed, failed } = await runTestFiles(paths, process.env)
  assert.deepEqual([passed, failed], [1, 3])
  assert.deepEqual(
    failures.map(({ location }) => /(\w+)\.test\.ts/.exec(location)?.[1]),
    ['absent', 'bad', 'empty'],
  )
})

test('a name selects tests, and a file may contain none of that name', async () => {
  const source = `test('good', () => {})\ntest('bad', () => { throw new Error('no') })`
  assert.deepEqual((await run(source, 'good')).counts, { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual((await run(source, 'other')).counts, { passed: 0, failed: 0, skipped: 0 })
  assert.equal((await run(source, '/go+d|bad/')).counts.failed, 1)
})

test('a name is plain text, which may include the groups around a test', async () => {
  const source = `
    describe('[A-1] sums', () => { test('of 1 (one)', () => {}) })
    test('A sum', () => { throw new Error('no') })`
  for (const name of ['[A-1] sums of 1 (one)', '[A-1]', '(one)'])
    assert.deepEqual((await run(source, name)).counts, { passed: 1, failed: 0, skipped: 0 })
})

test('processes that a file left running are killed', async () => {
  const { output } = await run(`
    import { spawn } from 'node:child_process'
    test('good', () => {
      const child = spawn('sleep', ['600'], { stdio: 'ignore' })
      child.unref()
      console.log('started ' + child.pid)
    })`)
  const pid = Number(/started (\d+)/.exec(output)?.[1])
  assert.ok(pid > 0)
  while (isRunning(pid)) await new Promise(resolve => setTimeout(resolve, 20))
})

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
