// One run: starts everything, lets clients work while faults happen, waits until all work is done, and checks the
// result.

import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../server/testing/seeded-random.ts'
import { checkStopped, runFinalChecks } from './checks/final-checks.ts'
import { type Engine, type PlannedFault, planFaults } from './fault-plan.ts'
import { clusterFaults, type PerformFault } from './faults/cluster-faults.ts'
import { serverFaults } from './faults/server-faults.ts'
import { startLoad } from './load/start-load.ts'
import { type PerformedFaults, performPlan } from './perform-plan.ts'
import { prepareRun } from './prepare-run.ts'
import { progressLine, reportLines, summaryLines, time } from './report.ts'
import type { RunState } from './run-state.ts'
import { startCluster } from './stack/cluster.ts'
import { Reaper } from './stack/reaper.ts'
import { startSingleServer } from './stack/single-server.ts'
import type { Stack } from './stack/stack.ts'

export interface TortureOptions {
  readonly engine: Engine
  readonly seed: number
  /** The run ends after this many faults or this much time, whichever comes first. */
  readonly maxFaults?: number
  readonly maxMs?: number
  /** The longest pause of writing while a majority of nodes is healthy. */
  readonly pauseLimitMs?: number
  readonly print: (line: string) => void
}

export interface TortureResult {
  readonly violations: readonly string[]
  readonly faults: number
  readonly acknowledged: number
  /** A few lines that summarize the run. */
  readonly summary: readonly string[]
}

const defaultPauseLimitMs = 5_000
const progressEveryMs = 5_000

export async function runTorture(options: TortureOptions): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-torture-'))
  // PostgreSQL runs as another user.
  await chmod(folder, 0o711)
  const reaper = new Reaper(folder)
  try {
    return await runIn(folder, reaper, options)
  } finally {
    await reaper.close()
  }
}

async function runIn(folder: string, reaper: Reaper, options: TortureOptions): Promise<TortureResult> {
  const { engine, seed, print } = options
  print(`engine ${engine}, seed ${seed}`)
  const exits: string[] = []
  const onExit = (description: string) => void exits.push(description)
  const { stack, faultsOf } = await startStack(folder, reaper, options, onExit)
  if (!stack.canFillDisks) print('full disks are left out: mounting a small file system needs root')
  const run = await prepareRun(engine, stack, options.pauseLimitMs ?? defaultPauseLimitMs)
  run.violations.onFound = violation => print(`✖ ${violation}`)
  const performed: PerformedFaults = { byKind: new Map(), count: 0 }
  const startedAt = performance.now()
  const progress = setInterval(
    () => print(progressLine(run, performed, performance.now() - startedAt)),
    progressEveryMs,
  )
  const load = await startLoad(run, stack, seed)
  const { maxFaults = Number.POSITIVE_INFINITY, maxMs = Number.POSITIVE_INFINITY } = options
  await performPlan(run, possibleFaults(options, stack), {
    perform: faultsOf(run),
    performed,
    isEnough: () => performed.count >= maxFaults || performance.now() - startedAt >= maxMs,
    print: line => print(`${time(performance.now() - startedAt)}  ${line}`),
  })
  const durationMs = performance.now() - startedAt
  clearInterval(progress)
  await stack.heal()
  run.clock.end()
  await load.stop()
  const checks = await runFinalChecks({ run, stack, ...load }, print)
  await load.close()
  run.violations.add('nodes', ...exits)
  checks.push(...(await checkStopped(run, stack)))
  for (const { ms, faults } of run.clock.tooLong)
    run.violations.add(
      'pauses',
      `nothing was written for ${Math.round(ms)} ms, with ${faults.join(', ') || 'no fault'}`,
    )
  checks.push({ name: 'pauses', checked: 'of writing', violations: run.violations.countOf('pauses') })
  await stack.close()
  for (const line of reportLines(run, performed, checks)) print(line)
  if (run.violations.count > 0) await keepEvidence(run, stack, options)
  return {
    violations: run.violations.lines,
    faults: performed.count,
    acknowledged: run.ledger.counts.acknowledged,
    summary: summaryLines(run, performed, { seed, durationMs, notifications: load.webhooks.count }),
  }
}

async function startStack(
  folder: string,
  reaper: Reaper,
  { engine, seed }: TortureOptions,
  onExit: (description: string) => void,
): Promise<{ stack: Stack; faultsOf: (run: RunState) => PerformFault }> {
  if (engine === 'postgres') {
    const cluster = await startCluster(folder, reaper, onExit)
    return { stack: cluster, faultsOf: run => clusterFaults(run, cluster) }
  }
  const server = await startSingleServer(folder, reaper, onExit, seededRandom(seed))
  return { stack: server, faultsOf: run => serverFaults(run, server) }
}

function* possibleFaults({ engine, seed }: TortureOptions, { canFillDisks }: Stack): Generator<PlannedFault> {
  for (const fault of planFaults(engine, seed)) if (canFillDisks || !fault.kind.startsWith('fill disk')) yield fault
}

async function keepEvidence(run: RunState, { programs }: Stack, { print, seed }: TortureOptions): Promise<void> {
  const folder = join(tmpdir(), `tessera-torture-failed-${seed}-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'violations.txt'), `${run.violations.lines.join('\n')}\n`)
  for (const { name, lastLines } of programs) await writeFile(join(folder, `${name}.log`), `${lastLines.join('\n')}\n`)
  print(`\nThe last lines of every log are in ${folder}`)
}
