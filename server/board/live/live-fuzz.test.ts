// Several clients on one board over a bad network, with page reloads and HTTP writers in between:
// in the end all clients show the state of the server, and every change was applied once, in order.
// FUZZ_SEEDS=1000 runs 1,000 seeds, FUZZ_SEEDS=501-1000 a range, FUZZ_SEEDS=26-26 one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLiveFuzz } from '../../testing/live-fuzz.ts'
import { world } from '../../testing/world.ts'

const seeds = readSeeds(process.env.FUZZ_SEEDS ?? '8')
const sideBySide = seeds.length > 100 ? 8 : 4

test('[COM-14] [CLI-10] [LIV-5] [LIV-6] [LIV-13] after any disconnects all clients show the state of the server, and no change was lost or applied twice', async () => {
  const there = await world()
  const failed: string[] = []
  const waiting = seeds.values()
  const play = async () => {
    for (const seed of waiting) {
      await runLiveFuzz(there, seed).catch(error => failed.push(`FUZZ_SEEDS=${seed}-${seed}: ${error.stack}`))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, play))
  assert.deepEqual(failed, [])
})

function readSeeds(text: string): number[] {
  const [first, last] = text.includes('-') ? text.split('-').map(Number) : [1, Number(text)]
  return Array.from({ length: (last as number) - (first as number) + 1 }, (_, index) => (first as number) + index)
}
