import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTar, tarEnd, tarEntry } from './tar.ts'

async function archiveOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (const [name, content] of Object.entries(entries))
    for await (const part of tarEntry(name, content.length, [content])) parts.push(part)
  return Buffer.concat([...parts, tarEnd()])
}

async function* inPieces(archive: Buffer, length: number) {
  for (let at = 0; at < archive.length; at += length) yield archive.subarray(at, at + length)
}

const entries = {
  empty: Buffer.alloc(0),
  short: Buffer.from('x'),
  block: Buffer.alloc(512, 1),
  'folder/long': Buffer.alloc(1300, 2),
}

test('entries are read as written, in pieces of any size', async () => {
  const archive = await archiveOf(entries)
  for (const length of [1, 7, 511, 512, 513, 100_000]) {
    const found: Record<string, Buffer> = {}
    for await (const { name, size, content } of readTar(inPieces(archive, length))) {
      found[name] = Buffer.concat(await Array.fromAsync(content))
      assert.equal(found[name].length, size)
    }
    assert.deepEqual(found, entries)
  }
})

test('an entry may be skipped or read in part', async () => {
  const archive = await archiveOf(entries)
  const names: string[] = []
  for await (const { name, content } of readTar(inPieces(archive, 100))) {
    names.push(name)
    if (name === 'folder/long') for await (const _ of content) break
  }
  assert.deepEqual(names, Object.keys(entries))
})

test('an entry with a wrong length and a name that is too long fail', async () => {
  await assert.rejects(Array.fromAsync(tarEntry('short', 2, [Buffer.from('x')])), /should have 2 bytes but has 1/)
  await assert.rejects(Array.fromAsync(tarEntry('x'.repeat(101), 0, [])), /too long/)
})

test('an altered header is rejected', async () => {
  const archive = await archiveOf(entries)
  for (const at of [0, 124, 148, 257]) {
    const wrong = Buffer.from(archive)
    wrong.writeUInt8((archive[at] ?? 0) ^ 1, at)
    await assert.rejects(Array.fromAsync(readTar(inPieces(wrong, 512))), /it contains an invalid header/)
  }
})
