// Importing a file of 10,000 objects, compared with sending the same objects as ten lists of a thousand changes.

import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { thousandChanges } from './case-bulk.ts'
import { spreadOf } from './measure.ts'
import { newWorkspace, type Product, startProduct } from './product.ts'

const lists = 10
const pollMs = 10

export const importFile: Benchmark = {
  group: 'import',
  name: 'import',
  title: `A file of ${(lists * thousandChanges.changes.length).toLocaleString('en')} notes, SQLite`,
  async run({ pace, postgresUrl }) {
    const product = await startProduct('sqlite', await postgresUrl())
    const rounds: { seconds: number; ratio: number }[] = []
    try {
      // The process is started and warm: a server that imports often does not start a process each time.
      await importSeconds(product, file())
      for (let round = 0; round < pace.rounds; round++) {
        const bulk = await bulkSeconds(product)
        const seconds = await importSeconds(product, file())
        rounds.push({ seconds, ratio: seconds / bulk })
      }
    } finally {
      await product.drop()
    }
    return {
      sides: [],
      findings: [
        { what: 'until it is done', unit: 's', ...spreadOf(rounds.map(({ seconds }) => seconds)) },
        { what: 'of the same lists of changes', unit: '×', ...spreadOf(rounds.map(({ ratio }) => ratio)), atMost: 1.5 },
      ],
    }
  },
}

/** A JSON Canvas file like Tessera writes it: every note is imported as a note. */
function file(): string {
  const nodes = Array.from({ length: lists }, (_, list) =>
    thousandChanges.changes.map(({ kind, data }, index) => ({
      id: `${list}-${index}`,
      type: 'text',
      text: data.text,
      x: data.x,
      y: data.y,
      width: 560,
      height: 320,
      tessera: { kind, rank: list * 1_000 + index, data: { backgroundColor: data.backgroundColor } },
    })),
  )
  return JSON.stringify({ nodes: nodes.flat(), edges: [] })
}

async function bulkSeconds(product: Product): Promise<number> {
  const board = await newWorkspace(product, 'Changed')
  const startedAt = performance.now()
  for (let list = 0; list < lists; list++) await product.client.objects.change(board, thousandChanges)
  return (performance.now() - startedAt) / 1_000
}

async function importSeconds(product: Product, content: string): Promise<number> {
  const board = await newWorkspace(product, 'Imported')
  const { imports } = product.client
  const startedAt = performance.now()
  const { import: started } = await imports.create(board, { file: new Blob([content]), format: 'jsoncanvas' })
  for (;;) {
    const { import: now } = await imports.get(board, started.id)
    if (now.state === 'failed') throw new Error(`the import failed: ${now.error}`)
    if (now.state === 'done') return (performance.now() - startedAt) / 1_000
    await delay(pollMs)
  }
}
