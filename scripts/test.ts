// `npm test`: the checks, then every test file, those of the server once on each engine. The last line has the counts.
// `npm test -- unit`, `-- server`, `-- sqlite`, `-- e2e`, `-- path/to/file.test.ts` and `-- --name <pattern>` run parts.
// `-- --slowest` lists what took the longest.

import { parseArgs } from 'node:util'
import { checkNames, runCheck, type TestCounts } from './check.ts'
import { type Output, orderedOutput } from './ordered-output.ts'
import { isTest, listProjectFiles } from './project-files.ts'
import { runConcurrently } from './run-concurrently.ts'
import { type Duration, runTestFiles } from './run-test-files.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { slowestTests } from './slowest-tests.ts'
import { addCounts, indented, stageTasks, type Task } from './stage-tasks.ts'
import { startPostgres, startRedis, type TestServer } from './test-servers.ts'
import { fileGroups, type Selection, type ServerName, type Stage, select } from './test-stages.ts'

const starters: Record<ServerName, { start: () => Promise<TestServer>; variable: string }> = {
  postgres: { start: startPostgres, variable: 'TEST_POSTGRES_URL' },
  redis: { start: startRedis, variable: 'TEST_REDIS_URL' },
}

const servers = new Map<ServerName, Promise<TestServer>>()
const scratch = makeScratchFolder()
const total: TestCounts = { passed: 0, failed: 0, skipped: 0 }
const allFailures: string[] = []
const durations: (Duration & { stage: string })[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', scratch.remove)

try {
  const { name, selected, listsSlowest } = readArguments()
  const outputs = orderedOutput(console.log)
  const stages = selected.map(one => tasksOf(one, outputs.open(), name))
  await runConcurrently(
    stages.flatMap(({ tasks }) => tasks),
    task => task(),
  )
  for (const { counts } of stages) addCounts(total, counts)
  if (listsSlowest) console.log(`\n${slowestTests(durations)}`)
} catch (error) {
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  const started = await Promise.allSettled(servers.values())
  await Promise.all(started.map(one => (one.status === 'fulfilled' ? one.value.stop() : null)))
}
printTotal()
process.exit()

function readArguments(): { name: string | undefined; listsSlowest: boolean; selected: Selection[] } {
  const options = { name: { type: 'string' }, slowest: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  return {
    name: values.name,
    listsSlowest: values.slowest,
    selected: select(positionals, values.name !== undefined, listProjectFiles(isTest)),
  }
}

/** Stages overlap: the next one starts while the last files of the one before still run. */
function tasksOf({ stage, files }: Selection, output: Output, name: string | undefined) {
  const tasks: Task[] = stage.includes
    ? fileGroups(stage, files).map(paths => () => runFiles(stage, paths, name, output.write))
    : checkNames().map(check => () => runCheck(check, [], output.write))
  return stageTasks(tasks, {
    name: stage.name,
    unit: stage.includes ? 'tests' : 'checks',
    output,
    onError: error => allFailures.push(`${stage.name}: ${error}`),
  })
}

async function runFiles(
  stage: Stage,
  paths: string[],
  name: string | undefined,
  print: Output['write'],
): Promise<TestCounts> {
  const result = await runTestFiles(paths, await environment(stage), name)
  const { failures, durations: measured, output, ...counts } = result
  durations.push(...measured.map(one => ({ ...one, stage: stage.name })))
  for (const { title, location, error } of failures) {
    allFailures.push(`${stage.name}: ${title} (${location})`)
    print(`  ✖ ${title}\n${indented(`${location}\n${error}`)}\n`)
  }
  if (failures.length && output.trim()) print(indented(`Output of ${paths.join(' ')}:\n${output.trimEnd()}\n`))
  return counts
}

async function environment(stage: Stage): Promise<NodeJS.ProcessEnv> {
  const unset = { TEST_POSTGRES_URL: undefined, TEST_REDIS_URL: undefined }
  const env: NodeJS.ProcessEnv = { ...process.env, ...unset, TEST_ENGINE: stage.engine, TMPDIR: scratch.path }
  for (const name of stage.servers) {
    const { start, variable } = starters[name]
    const server = servers.get(name) ?? start()
    servers.set(name, server)
    env[variable] = (await server).url
  }
  return env
}

function printTotal() {
  const { passed, failed, skipped } = total
  if (allFailures.length) console.log(`\nFailed:\n${allFailures.map(line => `  ✖ ${line}`).join('\n')}`)
  if (!passed && !failed) console.log('\nNo test ran.')
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed || !passed ? 1 : 0
}
