// `npm run bench -- check <commit>`: the server of a commit and that of the working tree, measured alternately in one run. A
// row fails if its best round is worse by more than a quarter than the worst round of the commit.

import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { extractCommit } from '../scripts/earlier-states/commit-server.ts'
import { startPostgres } from '../scripts/test-servers.ts'
import { changeRequest } from './case-bulk.ts'
import { createRequest } from './case-create.ts'
import { type Audience, type LiveSide, measureRound, sizes, warmUp, writerTo } from './case-live.ts'
import { readPaths, readRequests } from './case-read.ts'
import { updateRequests } from './case-update.ts'
import { type ComparedRow, isWorse, printRows } from './compared-rows.ts'
import { type PreparedProduct, prepare } from './fixtures.ts'
import { newBoards } from './live-boards.ts'
import { startLoadGenerator } from './load.ts'
import { measure, type Run, type Runs } from './measure.ts'
import { type Engine, engineNames, type Product, programOf, startProduct } from './product.ts'

const rounds = 3
const seconds = 3

interface Pair<T> {
  readonly before: T
  readonly after: T
}

/** Returns whether no row is worse. */
export async function checkAgainst(commit: string | undefined): Promise<boolean> {
  if (commit === undefined) throw new Error('Name the commit to compare with: npm run bench -- check <commit>')
  const folder = await extractCommit(commit)
  const postgres = await startPostgres({ isDurable: true })
  try {
    setUp(folder)
    const rows: ComparedRow[] = []
    for (const engine of ['sqlite', 'postgres'] as const) {
      const products = await startBoth(engine, postgres.url, folder)
      rows.push(...(await requestRows(engine, products)), ...(await liveRows(engine, products)))
      await Promise.all([products.before.drop(), products.after.drop()])
    }
    printRows(rows)
    return !rows.some(isWorse)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Installs the packages of the commit. */
function setUp(folder: string): void {
  const { npm_config_local_prefix: _, ...env } = process.env
  execFileSync('node', ['scripts/setup.mjs'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function startBoth(engine: Engine, postgresUrl: string, folder: string): Promise<Pair<PreparedProduct>> {
  const start = async (checkout?: string) => prepare(await startProduct(engine, postgresUrl, {}, programOf(checkout)))
  return { before: await start(folder), after: await start() }
}

const requestsOf: Readonly<Record<string, (product: PreparedProduct) => Promise<readonly string[]>>> = {
  'create a note': async product => [await createRequest(product)],
  'update a note': updateRequests,
  'read a workspace': async ({ readers }) => readRequests(readers, readPaths.workspace),
  'list workspaces': async ({ readers }) => readRequests(readers, readPaths.workspaces),
  'list notes': async ({ readers }) => readRequests(readers, readPaths.notes),
  'a thousand changes': async product => [await changeRequest(product)],
}

async function requestRows(engine: Engine, { before, after }: Pair<PreparedProduct>): Promise<ComparedRow[]> {
  const generator = startLoadGenerator()
  const rows: ComparedRow[] = []
  for (const [what, requests] of Object.entries(requestsOf)) {
    const sides = [
      { name: 'before', server: before, requests: await requests(before) },
      { name: 'after', server: after, requests: await requests(after) },
    ]
    const runs = await measure({ generator, rounds, seconds }, sides)
    rows.push(rowOf(`${engineNames[engine]}: ${what}`, runs, { figure: 'perSecond', unit: '/s', isHigherBetter: true }))
  }
  generator.stop()
  return rows
}

async function liveRows(engine: Engine, { before, after }: Pair<Product>): Promise<ComparedRow[]> {
  const sides = [sideOf('before', before), sideOf('after', after)]
  for (const side of sides) await measureRound(side, [warmUp], seconds)
  const rows: ComparedRow[] = []
  for (const size of sizes) {
    const what = `${engineNames[engine]}: live, one writer to ${size.toLocaleString('en')}`
    const runs = await measureLive(sides, writerTo(size))
    rows.push(rowOf(`${what}, CPU per delivery`, runs, { figure: 'cpuMicros', unit: 'µs', isHigherBetter: false }))
    rows.push(rowOf(`${what}, p99`, runs, { figure: 'p99Ms', unit: 'ms', isHigherBetter: false }))
  }
  return rows
}

const sideOf = (name: string, server: Product): LiveSide => ({
  name,
  server,
  dialect: 'tessera-changes',
  connections: newBoards(server),
})

async function measureLive(sides: readonly LiveSide[], audience: Audience): Promise<Runs> {
  const runs: Record<string, Run[]> = { before: [], after: [] }
  for (let round = 0; round < rounds; round++)
    for (const side of sides) runs[side.name]?.push((await measureRound(side, [audience], seconds)).run)
  return runs
}

function rowOf(
  what: string,
  runs: Runs,
  { figure, ...row }: { figure: keyof Run; unit: string; isHigherBetter: boolean },
): ComparedRow {
  const figures = (side: string) => (runs[side] ?? []).map(run => run[figure])
  return { what, ...row, before: figures('before'), after: figures('after') }
}
