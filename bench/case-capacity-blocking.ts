// How long other users wait during a long operation on a large board: reading its past, copying, searching, publishing,
// exporting, importing or deleting it, or making a backup.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Benchmark, Finding } from './benchmark.ts'
import { measureRendering } from './blocking-rendering.ts'
import { measureWrites } from './blocking-writes.ts'
import { finding } from './case-capacity.ts'
import { lengthenLog, newLargeBoard } from './large-board.ts'
import { type Engine, engineNames, newWorkspace, type Product, startProduct } from './product.ts'
import { startWaitProbe } from './wait-probe.ts'

const objectCount = 100_000
const eventCount = 1_000_000
const longestWaitMs = 100
const pollMs = 100

/** The last one deletes the board. */
const operations: Readonly<Record<string, (product: Product, board: string) => Promise<unknown>>> = {
  nothing: () => delay(5_000),
  'five people read the past, one page each': readPast,
  'copying it': ({ client }, board) => client.workspaces.copy(board, {}),
  'searching it': ({ client }, board) => client.objects.list(board, { query: 'no such text' }),
  'the changes of a program': ({ client }, board) => client.events.list(board, { mine: true, after: 1 }),
  'a picture of a part': ({ client }, board) => client.pictures.get(board, { format: 'png', box: '0,0,6000,4000' }),
  'publishing it': publish,
  'exporting and importing it': exportAndImport,
  'a backup': backUp,
  'deleting it': deleteBoard,
}

const blockingOn = (engine: Engine): Benchmark => ({
  group: 'capacity',
  name: `blocking-${engine}`,
  title: `The longest wait of others: 100,000 objects, 1,000,000 events, ${engineNames[engine]}`,
  async run(bench) {
    const product = await startProduct(engine, await bench.postgresUrl())
    try {
      const board = await newLargeBoard(product, objectCount)
      await lengthenLog(product, board, eventCount)
      await untilIdle(product)
      const ofRendering = await measureRendering(product, board)
      const findings = [...ofRendering, ...(await measureWaits(product, board)), ...(await measureWrites(product))]
      return { sides: [], findings }
    } finally {
      await product.drop()
    }
  },
})

async function measureWaits(product: Product, board: string): Promise<Finding[]> {
  const probe = await startWaitProbe(product)
  const findings: Finding[] = []
  try {
    for (const [name, run] of Object.entries(operations)) {
      const startedAt = performance.now()
      const { health, write } = await probe.during(() => run(product, board))
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      findings.push(
        finding(`${name} (${seconds} s): /health`, 'ms', health, { atMost: longestWaitMs }),
        finding(`${name}: a small write`, 'ms', write, { atMost: longestWaitMs }),
      )
    }
  } finally {
    await probe.stop()
  }
  return findings
}

export const blocking: readonly Benchmark[] = [blockingOn('sqlite'), blockingOn('postgres')]

/** The moments differ, because equal reads share one query. */
async function readPast({ client }: Product, board: string): Promise<void> {
  const moments = Array.from({ length: 5 }, (_, index) => Math.floor(eventCount / 2) + index)
  await Promise.all(moments.map(at => client.objects.list(board, { at })))
}

async function publish(product: Product, board: string): Promise<void> {
  await product.client.workspaces.publish(board, {})
  await untilIdle(product)
}

async function exportAndImport(product: Product, board: string): Promise<void> {
  const { client } = product
  const { export: started } = await client.exports.create(board, { format: 'tessera' })
  const target = await newWorkspace(product, 'Imported')
  const done = await untilEnded(async () => (await client.exports.get(board, started.id)).export)
  const file = await (await fetch(new URL(done.url as string, `http://127.0.0.1:${product.port}`))).blob()
  const { import: importing } = await client.imports.create(target, { file })
  await untilEnded(async () => (await client.imports.get(target, importing.id)).import)
}

async function untilEnded<T extends { state: string; error?: unknown }>(get: () => Promise<T>): Promise<T> {
  for (;;) {
    const now = await get()
    if (now.state === 'failed') throw new Error(`it failed: ${now.error}`)
    if (now.state === 'done') return now
    await delay(pollMs)
  }
}

/** Runs in another process, on the same database. */
async function backUp({ environment }: Product): Promise<void> {
  const commands = join(import.meta.dirname, '../server/cli.ts')
  const file = join(environment.DATA_DIR as string, 'backup.tessera')
  await promisify(execFile)(process.execPath, [commands, 'backup', file], { env: { ...process.env, ...environment } })
}

async function deleteBoard(product: Product, board: string): Promise<void> {
  await product.client.workspaces.delete(board, { is_permanent: true })
  await untilIdle(product)
}

/** Waits until no job is due or running. */
async function untilIdle({ port }: Product): Promise<void> {
  const isBusy = /^tessera_(job_queue_depth\{[^}]*\}|jobs_running) [1-9]/m
  do await delay(pollMs)
  while (isBusy.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()))
}
