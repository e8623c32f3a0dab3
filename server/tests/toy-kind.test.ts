// A kind is added by its definition, its renderer and a name in two tables. Everything else follows from them.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('[KND-1] a kind that is added to the tables works in REST, live, events, copies, snapshots and drawing', async () => {
  const file = (name: string) => fileURLToPath(new URL(`../testing/toy-kind/${name}`, import.meta.url))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', file('add-toy-kind.ts'), file('toy-kind-story.ts')], { env })
  const [output, errors] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  assert.equal(child.exitCode ?? (await new Promise(resolve => child.once('exit', resolve))), 0, `${output}${errors}`)
})
