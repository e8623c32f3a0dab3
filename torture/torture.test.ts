// A short run of each engine with a fixed seed. `npm run torture` makes longer runs. The length of pauses is not
// checked here: other tests use the machine at the same time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTorture } from './run-torture.ts'

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const seeds = { sqlite: 2209, postgres: 2727 }

test(`[OPS-70] [OPS-71] [OPS-72] [OPS-73] no acknowledged change is lost or doubled, and all background work is finished, while faults happen (${engine})`, async t => {
  const lines: string[] = []
  const { violations, faults, acknowledged } = await runTorture({
    engine,
    seed: seeds[engine],
    maxFaults: 6,
    pauseLimitMs: Number.POSITIVE_INFINITY,
    print: line => lines.push(line),
  })
  t.diagnostic(lines.join('\n'))
  assert.deepEqual(violations, [], lines.join('\n'))
  assert.equal(faults, 6)
  assert.ok(acknowledged > 0)
})
