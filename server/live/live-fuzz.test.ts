// Several clients on one board through a bad network, pages that are reloaded in the middle, and REST writers in between:
// in the end everybody shows what the service has, and whatever was changed happened once, in the order it was made.
// FUZZ_SEED repeats one seed, FUZZ_SEEDS sets how many there are.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playFuzz } from '../testing/live-fuzz.ts'
import { world } from '../testing/world.ts'

const seeds =
  process.env.FUZZ_SEED === undefined
    ? Array.from({ length: Number(process.env.FUZZ_SEEDS ?? 16) }, (_, index) => index + 1)
    : [Number(process.env.FUZZ_SEED)]

const sideBySide = seeds.length > 100 ? 12 : 4

test('[CLI-10] [LIV-5] [LIV-6] [LIV-13] after any breaks everybody shows what the service has, and nothing was lost or done twice', async () => {
  const there = await world()
  const failed: string[] = []
  const waiting = seeds.values()
  const play = async () => {
    for (const seed of waiting) {
      await playFuzz(there, seed).catch(error => failed.push(`FUZZ_SEED=${seed}: ${error.stack}`))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, play))
  assert.deepEqual(failed, [])
})
