// `npm test`: the checks, then the test files: those of the server on SQLite, and on PostgreSQL what depends on SQL.
// `-- --full` runs every file, those of the server on both engines: before a release, and in CI (test-stages.ts).
// `-- unit`, `-- server`, `-- sqlite`, `-- e2e`, `-- path/to/file.test.ts` and `-- --name <part of a title>` run parts.
// `-- --slowest` lists what took the longest. The last line has the counts.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNames, runCheck, type TestCounts } from './check.ts'
import { compareStatements } from './compare-statements.ts'
import { describeFailures, failedCheck, failedTest, type TestFailure } from './describe-failure.ts'
import { type Output, orderedOutput } from './ordered-output.ts'
import { isTest, listProjectFiles } from './project-files.ts'
import { runConcurrently, workerCount } from './run-concurrently.ts'
import { type Duration, runTestFiles } from './run-test-files.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { slowestTests } from './slowest-tests.ts'
import { addCounts, indent, stageTasks, type Task } from './stage-tasks.ts'
import { fileGroups, TestDurations } from './test-durations.ts'
import { keepRunnable, usualPrograms } from './test-needs.ts'
import { findProgram, programNames } from './test-programs.mjs'
import { TestProgress } from './test-progress.ts'
import { startPostgres, startRedis, type TestServer } from './test-servers.ts'
import { type Selection, type ServerName, type Stage, select } from './test-stages.ts'

const starters: Record<ServerName, { start: () => Promise<TestServer>; variable: string }> = {
  postgresql: { start: startPostgres, variable: 'TEST_POSTGRES_URL' },
  redis: { start: startRedis, variable: 'TEST_REDIS_URL' },
}

const servers = new Map<ServerName, Promise<TestServer>>()
const scratch = makeScratchFolder()
const total: TestCounts = { passed: 0, failed: 0, skipped: 0 }
const allFailures: TestFailure[] = []
const durations: (Duration & { stage: string })[] = []
const known = new TestDurations()
const progress = new TestProgress({
  write: text => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
  workers: workerCount,
})
let notes: string[] = []
/** Where test processes record statements; only if the engines can be compared. */
let statementsFolder: string | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', scratch.remove)

try {
  const { name, selected, listsSlowest } = readArguments()
  const outputs = orderedOutput(text => progress.print(text))
  const stages = selected.map(one => tasksOf(one, outputs.open(), name))
  progress.start()
  await runConcurrently(
    stages.flatMap(({ tasks }) => tasks),
    task => task(),
  )
  progress.stop()
  for (const { counts } of stages) addCounts(total, counts)
  if (statementsFolder) reportStatements(statementsFolder)
  if (name === undefined) known.save()
  if (listsSlowest) console.log(`\n${slowestTests(durations)}`)
} catch (error) {
  progress.stop()
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  const started = await Promise.allSettled(servers.values())
  await Promise.all(started.map(one => (one.status === 'fulfilled' ? one.value.stop() : null)))
}
printTotal()
process.exit()

function readArguments(): { name: string | undefined; listsSlowest: boolean; selected: Selection[] } {
  const flag = { type: 'boolean', default: false } as const
  const options = { name: { type: 'string' }, slowest: flag, full: flag } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const isNamed = values.name !== undefined
  const wanted = select(positionals, listProjectFiles(isTest), { isFull: values.full, isNamed })
  const isAll = !positionals.length && !isNamed
  const candidates = isAll && !values.full ? usualPrograms : programNames
  const runnable = keepRunnable(wanted, { candidates, isFull: values.full })
  notes = runnable.notes
  if (isAll && !notes.length) {
    statementsFolder = join(scratch.path, 'statements')
    mkdirSync(statementsFolder)
  }
  return { name: values.name, listsSlowest: values.slowest, selected: runnable.selected }
}

/** Stages overlap: the next one starts while the last files of the one before still run. */
function tasksOf({ stage, files }: Selection, output: Output, name: string | undefined) {
  for (const path of files) progress.add(stage.name, path, known.expected(stage.name, path))
  const groups = fileGroups(files, stage.filesPerProcess, path => known.expected(stage.name, path).ms)
  const tasks: Task[] = stage.includes
    ? groups.map(paths => () => runFiles(stage, paths, name, output.write))
    : checkNames().map(check => () => runOneCheck(check, output.write))
  return stageTasks(tasks, {
    name: stage.name,
    unit: stage.includes ? 'tests' : 'checks',
    output,
    onError: error => allFailures.push({ what: `${stage.name}: ${error}` }),
  })
}

async function runOneCheck(check: string, print: Output['write']): Promise<TestCounts> {
  const counts = await runCheck(check, [], print)
  if (counts.failed) allFailures.push(failedCheck(check))
  return counts
}

async function runFiles(
  stage: Stage,
  paths: string[],
  name: string | undefined,
  print: Output['write'],
): Promise<TestCounts> {
  const startedAt = performance.now()
  const onTestEnded = (path: string) => progress.testEnded(stage.name, path)
  const options = { onTestEnded, ...(name !== undefined && { name }) }
  const result = await runTestFiles(paths, await environment(stage), options)
  const { failures, durations: measured, testsIn, output, ...counts } = result
  durations.push(...measured.map(one => ({ ...one, stage: stage.name })))
  known.record(stage.name, { durations: measured, testsIn, ms: performance.now() - startedAt })
  for (const path of paths) progress.fileEnded(stage.name, path)
  for (const failure of failures) {
    allFailures.push(failedTest(stage, failure))
    print(`  ✖ ${failure.titles.join(' › ')}\n${indent(`${failure.location}\n${failure.error}`)}\n`)
  }
  if (failures.length && output.trim()) print(indent(`Output of ${paths.join(' ')}:\n${output.trimEnd()}\n`))
  return counts
}

async function environment(stage: Stage): Promise<NodeJS.ProcessEnv> {
  const unset = { TEST_POSTGRES_URL: undefined, TEST_REDIS_URL: undefined }
  const env: NodeJS.ProcessEnv = { ...process.env, ...unset, TEST_ENGINE: stage.engine, TMPDIR: scratch.path }
  if (statementsFolder) env.TEST_STATEMENTS = statementsFolder
  for (const name of stage.servers) {
    // Files that need a program that is missing were left out.
    if (findProgram(name) === null) continue
    const { start, variable } = starters[name]
    const server = servers.get(name) ?? start()
    servers.set(name, server)
    env[variable] = (await server).url
  }
  return env
}

/** Tests that failed may have run less than they should. */
function reportStatements(folder: string) {
  if (total.failed) return console.log('\n── statements  not compared, because tests failed')
  const { onBoth, violations } = compareStatements(folder)
  console.log(`\n── statements\n  ${onBoth} places ran statements on both engines`)
  for (const violation of violations) console.log(`  ✖ ${violation}`)
  for (const violation of violations) allFailures.push({ what: `statements: ${violation}` })
  total.failed += violations.length
}

function printTotal() {
  const { passed, failed, skipped } = total
  if (allFailures.length) console.log(`\n${describeFailures(allFailures)}`)
  if (notes.length) console.log(`\n${notes.join('\n')}`)
  if (!passed && !failed) console.log('\nNo test ran.')
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed || !passed ? 1 : 0
}
