// Tests that a statement that no test runs on PostgreSQL is found, and what is recorded of a real test.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compareStatements } from './compare-statements.ts'
import { runTestFiles } from './run-test-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-statements-'))
after(() => rmSync(folder, { recursive: true }))

function recorded(...processes: string[][]): string {
  const into = mkdtempSync(join(folder, 'recorded-'))
  for (const [index, lines] of processes.entries())
    writeFileSync(join(into, `${index}.txt`), lines.map(line => `${line}\n`).join(''))
  return into
}

test('a place that ran on SQLite only is a violation, with a test that ran it', () => {
  const into = recorded(
    ['sqlite\ta-store.ts:findOne\ta.test.ts', 'sqlite\ta-store.ts:findAll\ta.test.ts'],
    ['postgres\ta-store.ts:findOne\tb.test.ts', 'postgres\ta-store.ts:lockOne\tb.test.ts'],
  )
  assert.deepEqual(compareStatements(into), {
    onBoth: 1,
    violations: ['a-store.ts:findAll ran on SQLite only, for example in a.test.ts'],
  })
  assert.deepEqual(compareStatements(into, ['a-store.ts:findA']).violations, [])
})

test('the function that runs a statement is recorded with its test, also of statements that helpers build', async () => {
  const into = recorded()
  const path = 'server/board/events/event-chains.test.ts'
  const { failed } = await runTestFiles([path], { ...process.env, TEST_ENGINE: 'sqlite', TEST_STATEMENTS: into })
  assert.equal(failed, 0)
  const { onBoth, violations } = compareStatements(into)
  assert.equal(onBoth, 0)
  for (const place of ['accounts/access/access-store.ts:findCallers', 'board/events/event-store.ts:insertEvents'])
    assert.ok(violations.includes(`server/${place} ran on SQLite only, for example in ${path}`), violations.join('\n'))
})
