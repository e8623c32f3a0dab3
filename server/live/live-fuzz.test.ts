// Several clients on one board through a bad network, pages that are reloaded in the middle, and REST writers in between:
// in the end everybody shows what the service has, and whatever was changed happened once, in the order it was made.
// FUZZ_SEEDS=1000 plays so many seeds, FUZZ_SEEDS=501-1000 those, FUZZ_SEEDS=26-26 one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playFuzz } from '../testing/live-fuzz.ts'
import { world } from '../testing/world.ts'

const seeds = readSeeds(process.env.FUZZ_SEEDS ?? '8')
const sideBySide = seeds.length > 100 ? 8 : 4

test('[CLI-10] [LIV-5] [LIV-6] [LIV-13] after any breaks everybody shows what the service has, and nothing was lost or done twice', async () => {
  const there = await world()
  const failed: string[] = []
  const waiting = seeds.values()
  const play = async () => {
    for (const seed of waiting) {
      await playFuzz(there, seed).catch(error => failed.push(`FUZZ_SEEDS=${seed}-${seed}: ${error.stack}`))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, play))
  assert.deepEqual(failed, [])
})

function readSeeds(text: string): number[] {
  const [first, last] = text.includes('-') ? text.split('-').map(Number) : [1, Number(text)]
  return Array.from({ length: (last as number) - (first as number) + 1 }, (_, index) => (first as number) + index)
}
