import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { importLimits, UnreadableBoardFile } from './board-content.ts'
import { findEmbeddedBoard } from './embedded-board.ts'
import { prepareBoard } from './prepare-board.ts'
import { readers } from './readers.ts'
import { recognizeFormat } from './recognize-format.ts'

const folder = join(import.meta.dirname, 'testing/boards')
const limits = { ...importLimits, objects: 20_000, unpackedBytes: 10_000_000 }
const samples = readdirSync(folder).map(name => ({ name, bytes: readFileSync(join(folder, name)) }))

/** Reads like the child process. Any other error than UnreadableBoardFile fails the test. */
async function read(bytes: Uint8Array, format: keyof typeof readers | null, name: string): Promise<'read' | 'refused'> {
  try {
    const embedded = findEmbeddedBoard(bytes, limits)
    const found = embedded?.format ?? format ?? recognizeFormat(bytes, name)
    const open = found && readers[found]
    if (!open) return 'refused'
    const board = await (await open())(embedded?.bytes ?? bytes, limits)
    prepareBoard(board, {
      import_id: '0'.repeat(24),
      at: { x: 0, y: 0 },
      email: 'ann@example.com',
      canComment: true,
      limits,
    })
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableBoardFile) return 'refused'
    throw error
  }
}

const damage = fc.record({
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
  changes: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }), {
    maxLength: 20,
  }),
  repeated: fc.option(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), times: fc.nat(40) }), { freq: 3 }),
})

test('[IMP-37] a file that is damaged anywhere is read or refused, never anything else', async () => {
  for (const { name, bytes } of samples) {
    assert.equal(await read(bytes, null, name), 'read', name)
    const format = findEmbeddedBoard(bytes, limits)?.format ?? recognizeFormat(bytes, name)
    await fc.assert(
      fc.asyncProperty(damage, async ({ cut, changes, repeated }) => {
        const broken = Buffer.from(bytes.subarray(0, cut === null ? bytes.length : Math.floor(cut * bytes.length)))
        for (const { at, byte } of changes) broken[Math.floor(at * broken.length)] = byte
        const start = repeated === null ? 0 : Math.floor(repeated.at * broken.length)
        const piece = broken.subarray(start, start + 200)
        const nested =
          repeated === null
            ? broken
            : Buffer.concat([broken.subarray(0, start), ...Array(repeated.times).fill(piece), broken.subarray(start)])
        await read(nested, format, name)
      }),
      { numRuns: 12, seed: 17 },
    )
  }
})

/** Values that no reader expects, in the place of any value of a JSON file. */
const oddValues = [null, [], {}, '', 'x', -1, 1e308, 0.5, true, [[[]]], { x: 'y' }, '__proto__', [null]]

test('[IMP-37] JSON files with any value in the place of any other are read or refused', async () => {
  for (const { name, bytes } of samples.filter(({ name }) => /\.(excalidraw|excalidrawlib|tldr)$/.test(name))) {
    const format = recognizeFormat(bytes, name)
    const file = JSON.parse(bytes.toString())
    const places = placesIn(file)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(places.length - 1), fc.constantFrom(...oddValues)), { minLength: 1, maxLength: 30 }),
        async swaps => {
          const copy = structuredClone(file)
          for (const [index, value] of swaps) replaceAt(copy, places[index] as (string | number)[], value)
          await read(Buffer.from(JSON.stringify(copy)), format, name)
        },
      ),
      { numRuns: 50, seed: 18 },
    )
  }
})

function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([name, child]) =>
    placesIn(child, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return path.length === 0 ? inside : [path, ...inside]
}

function replaceAt(root: unknown, path: readonly (string | number)[], value: unknown): void {
  let inside = root as Record<string | number, unknown> | undefined
  for (const name of path.slice(0, -1)) {
    const next = inside?.[name]
    inside = typeof next === 'object' && next !== null ? (next as Record<string, unknown>) : undefined
  }
  if (inside) inside[path.at(-1) as string] = value
}
