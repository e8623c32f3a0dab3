// `npm run bench`: every benchmark in one run, as ratios against bare limits measured in the same run. Not a test: a
// missed target is only reported. `npm run bench -- api`, `-- api create` select benchmarks; `--seconds` and `--rounds`
// set the duration, `--minutes` that of the soak; `--peers` installs other products and measures them, too; `--product <checkout>` measures
// another checkout of the server; `--write` puts the table into docs/performance.md. `npm run bench -- check <commit>` compares
// the server with that of a commit.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres, type TestServer } from '../scripts/test-servers.ts'
import { type BareServer, startBareServer } from './bare.ts'
import type { Bench, Benchmark, Report } from './benchmark.ts'
import { createBoardKinds, updateBoardKinds } from './case-board.ts'
import { bulk } from './case-bulk.ts'
import { paintConnected, paintMixed, paintNotes } from './case-canvas.ts'
import { idleSockets, joins, manyRooms } from './case-capacity.ts'
import { blocking } from './case-capacity-blocking.ts'
import { roomAcrossNodes } from './case-capacity-nodes.ts'
import { openLargeBoard } from './case-capacity-open.ts'
import { soak } from './case-capacity-soak.ts'
import { createNote } from './case-create.ts'
import { createWithListener, deadReceiver, deliver, firstAttempt } from './case-deliver.ts'
import { processDocument } from './case-document.ts'
import { importFile } from './case-import.ts'
import { liveBenchmarks } from './case-live.ts'
import { overlappingBatches, writeThread } from './case-mechanism.ts'
import { pictureOfLargeBoard, pictureOfSample, picturesWhileWriting } from './case-picture.ts'
import { listNotes, listWorkspaces, readWorkspace } from './case-read.ts'
import { postgresSize, sqliteSize } from './case-size.ts'
import { postgresStart, sqliteStart } from './case-start.ts'
import { updateNote } from './case-update.ts'
import { checkAgainst } from './check.ts'
import { type PreparedProduct, prepare, recordFixtures } from './fixtures.ts'
import { startLoadGenerator } from './load.ts'
import { type Engine, programOf, startProduct } from './product.ts'
import { describeMachine, printReport, type Result, writeDocument } from './report.ts'
import { storeResults } from './results.ts'

const benchmarks: readonly Benchmark[] = [
  createNote,
  updateNote,
  createBoardKinds,
  updateBoardKinds,
  readWorkspace,
  listWorkspaces,
  listNotes,
  bulk,
  ...liveBenchmarks,
  sqliteSize,
  postgresSize,
  sqliteStart,
  postgresStart,
  paintNotes,
  paintMixed,
  paintConnected,
  deliver,
  createWithListener,
  firstAttempt,
  deadReceiver,
  pictureOfSample,
  pictureOfLargeBoard,
  picturesWhileWriting,
  processDocument,
  importFile,
  joins,
  idleSockets,
  manyRooms,
  roomAcrossNodes,
  ...openLargeBoard,
  ...blocking,
  soak,
  writeThread,
  overlappingBatches,
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    product: { type: 'string' },
  },
  allowPositionals: true,
})

if (positionals[0] === 'check') process.exit((await checkAgainst(positionals[1])) ? 0 : 1)

const pace = { rounds: wholeNumber('rounds'), seconds: wholeNumber('seconds') }
const results: Result[] = []
const { bench, close } = openBench()
try {
  for (const benchmark of select(positionals)) {
    const report: Report = await benchmark.run(bench)
    results.push({ group: benchmark.group, name: benchmark.name, title: benchmark.title, ...pace, ...report })
    printReport(benchmark.title, report)
  }
} finally {
  await close()
}
const all = await storeResults(results, benchmarks)
if (values.write) await writeDocument(describeMachine(), all)

function wholeNumber(name: 'seconds' | 'rounds' | 'minutes'): number {
  const value = Number(values[name])
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1`)
  return value
}

/** Arguments select by group, by name, or by both. */
function select(args: readonly string[]): readonly Benchmark[] {
  const groups = args.filter(arg => benchmarks.some(({ group }) => group === arg))
  const names = args.filter(arg => benchmarks.some(({ name }) => name === arg))
  const unknown = args.find(arg => !groups.includes(arg) && !names.includes(arg))
  if (unknown !== undefined) {
    const known = benchmarks.map(({ group, name }) => `${group} ${name}`).join('\n  ')
    throw new Error(`unknown benchmark ${unknown}; the benchmarks are\n  ${known}`)
  }
  return benchmarks.filter(
    ({ group, name }) =>
      (groups.length === 0 || groups.includes(group)) && (names.length === 0 || names.includes(name)),
  )
}

function openBench(): { bench: Bench; close: () => Promise<void> } {
  const generator = startLoadGenerator()
  const folder = once(() => mkdtemp(join(tmpdir(), 'tessera-bench-')))
  const postgres = once(() => startPostgres({ isDurable: true }))
  const program = programOf(values.product)
  const postgresUrl = async () => (await postgres()).url
  const products: Record<Engine, Once<PreparedProduct>> = {
    sqlite: once(async () => prepare(await startProduct('sqlite', await postgresUrl(), {}, program))),
    postgres: once(async () => prepare(await startProduct('postgres', await postgresUrl(), {}, program))),
  }
  const bare = once(async (): Promise<BareServer> => {
    return await startBareServer(await recordFixtures(await products.sqlite()), await postgresUrl(), await folder())
  })
  const close = async () => {
    generator.stop()
    for (const engine of ['sqlite', 'postgres'] as const) await products[engine].started?.then(one => one.drop())
    await bare.started?.then(one => one.stop())
    await postgres.started?.then((one: TestServer) => one.stop())
    await folder.started?.then(path => rm(path, { recursive: true, force: true }))
  }
  const shared = {
    pace: { ...pace, generator },
    hasPeers: values.peers,
    minutes: wholeNumber('minutes'),
    postgresUrl,
    bare,
  }
  return { bench: { ...shared, product: engine => products[engine]() }, close }
}

interface Once<T> {
  (): Promise<T>
  started?: Promise<T>
}

function once<T>(start: () => Promise<T>): Once<T> {
  const get: Once<T> = () => {
    get.started ??= start()
    return get.started
  }
  return get
}
