// Thousands of damaged files from a fixed seed: each is detected or rejected, after a bounded number of reads.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { readSample } from '../../testing/sample-file.ts'
import { UnrecognizedFile } from './byte-source.ts'
import { detectDocument, detectImage } from './detect-file-type.ts'

test('damaged files are detected or rejected with UnrecognizedFile', async () => {
  const random = seeded(20_260_731)
  const entries = await readdir(new URL('../../testing/samples/', import.meta.url), { withFileTypes: true })
  const names = entries.filter(entry => entry.isFile()).map(({ name }) => name)
  assert.ok(names.length > 20)
  for (const name of names) {
    const whole = await readSample(name)
    for (let round = 0; round < 150; round++) await detectBoth(damage(whole, random), name)
  }
})

async function detectBoth(file: Buffer, name: string): Promise<void> {
  for (const detect of [detectImage, detectDocument]) {
    let reads = 0
    const readAt = async (position: number, length: number) => {
      reads += 1
      assert.ok(position >= 0 && length > 0 && position + length <= file.length, 'reads stay inside the file')
      return file.subarray(position, position + length)
    }
    try {
      await detect(file.subarray(0, 64), readAt, file.length)
    } catch (error) {
      assert.ok(error instanceof UnrecognizedFile, `${name}: ${error}`)
    }
    assert.ok(reads <= 256)
  }
}

function damage(whole: Buffer, random: (below: number) => number): Buffer {
  const file = Buffer.from(whole.subarray(0, random(3) ? whole.length : random(whole.length)))
  const worst = [0, 1, 0x7f, 0x80, 0xff]
  for (let count = random(12); count > 0 && file.length > 0; count--) {
    const near = random(2) ? Math.min(file.length, 600) : file.length
    file[random(near)] = random(2) ? (worst[random(worst.length)] as number) : random(256)
  }
  return file
}

// The mulberry32 generator.
function seeded(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
