// Follows the recipe "Add a kind of object" in a copy of the project, and uses the new kinds there: the compiler, the
// generated files, the checks, the tests over the table of kinds and the web pages accept them without another change.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { projectRoot } from './project-files.ts'
import { addToyKinds, addToyTest, changedByRecipe, changedFiles, copyProject } from './toy-kinds/add-toy-kinds.ts'

test('[KND-1] a kind is three files, a line in each index and its section in the specification', async t => {
  const folder = makeFolder()
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  copyProject(folder)
  addToyKinds(folder)
  for (const check of ['openapi', 'python']) await run(folder, `scripts/check-${check}.ts`, '--write')
  assert.deepEqual(changedFiles(folder), changedByRecipe)

  const toyTest = addToyTest(folder)
  await run(folder, 'node_modules/.bin/vite', 'build', 'web', '--logLevel', 'warn')
  for (const check of ['types', 'openapi', 'python', 'package', 'kinds', 'rules'])
    await run(folder, `scripts/check-${check}.ts`)
  await runTests(folder, [toyTest])
  await runTests(folder, ['server/tests/every-kind.test.ts', 'server/tests/every-operation.test.ts'], 'sticker|badge')
  await runTests(folder, testsOverKinds)
})

/** These tests read their cases from the table of kinds, or compare something else with it. */
const testsOverKinds = [
  'contract/contract.test.ts',
  'drawing/renderers.test.ts',
  'formats/excalidraw/write-excalidraw.test.ts',
  'formats/jsoncanvas/jsoncanvas.test.ts',
  'scripts/generate-python.test.ts',
  'server/api/descriptions/openapi.test.ts',
  'server/board/changes/restore.test.ts',
  'server/board/objects/rights.test.ts',
  'server/first-start/first-start.test.ts',
  'web/docs/noun-groups.test.ts',
  'web/listeners/event-choice.test.ts',
  'web/workspace/actions/menu/menu-entries.test.ts',
  'web/workspace/actions/shortcuts/shortcut-list.test.ts',
  'web/workspace/kinds/kind-icons.test.ts',
  'web/workspace/objects/style-controls.test.ts',
]

/** The copy is on the disk of the project, for hard links, and in a folder that no check reads. */
function makeFolder(): string {
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  return mkdtempSync(join(projectRoot, 'dist/toy-kinds-'))
}

async function runTests(folder: string, files: readonly string[], name?: string): Promise<void> {
  const only = name === undefined ? [] : [`--test-name-pattern=${name}`]
  const output = await run(folder, '--test', '--test-isolation=none', '--test-reporter=tap', ...only, ...files)
  assert.match(output, /^# pass [1-9]/m, `no test of ${files.join(', ')} has run`)
}

async function run(folder: string, ...args: readonly string[]): Promise<string> {
  const {
    NODE_TEST_CONTEXT: _,
    NODE_COMPILE_CACHE: __,
    ...env
  } = { ...process.env, TEST_ENGINE: 'sqlite' } as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [...args], { cwd: folder, env })
  const exited = new Promise<number | null>(resolve => child.on('close', resolve))
  const [output, errors, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), exited])
  assert.equal(code, 0, `${args.join(' ')}\n${output}${errors}`)
  return String(output)
}
