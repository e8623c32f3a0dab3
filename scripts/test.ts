// `npm test`: the checks, then every test file, those of the server once on each engine. Ends with one line of counts.
// `npm test -- unit`, `-- server`, `-- sqlite`, `-- e2e`, `-- path/to/file.test.ts` and `-- --name <pattern>` run parts.

import { parseArgs } from 'node:util'
import { runChecks, type Tally } from './check.ts'
import { inTurns } from './in-turns.ts'
import { isTest, listProjectFiles } from './project-files.ts'
import { type Failure, runTestFiles } from './run-test-files.ts'
import { startPostgres, startRedis, type TestServer } from './test-servers.ts'
import { type Selection, type ServerName, type Stage, select, togetherIn } from './test-stages.ts'

const starters: Record<ServerName, { start: () => Promise<TestServer>; variable: string }> = {
  postgres: { start: startPostgres, variable: 'TEST_POSTGRES_URL' },
  redis: { start: startRedis, variable: 'TEST_REDIS_URL' },
}

const servers = new Map<ServerName, TestServer>()
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const allFailures: string[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

try {
  const { name, selected } = readArguments()
  for (const one of selected) await runStage(one, name)
} catch (error) {
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  await Promise.all([...servers.values()].map(server => server.stop()))
}
printTotal()

function readArguments(): { name: string | undefined; selected: Selection[] } {
  const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true })
  return {
    name: values.name,
    selected: select(positionals, values.name !== undefined, listProjectFiles(isTest)),
  }
}

async function runStage({ stage, files }: Selection, name: string | undefined) {
  console.log(`\n── ${stage.name}`)
  if (stage.holds && !files.length) return console.log('  no test files, passed over')
  const startedAt = performance.now()
  const tally = stage.holds ? await runFiles(stage, files, name) : await runChecks()
  const tests = tally.passed + tally.failed + tally.skipped
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const what = stage.holds ? 'tests' : 'checks'
  console.log(`  ${tally.failed ? `${tally.failed} of ${tests} ${what} failed` : `${what}: ${tests}`}, ${seconds} s`)
  for (const sort of ['passed', 'failed', 'skipped'] as const) total[sort] += tally[sort]
}

async function runFiles(stage: Stage, files: string[], name: string | undefined): Promise<Tally> {
  const tally = { passed: 0, failed: 0, skipped: 0 }
  const env = await environment(stage)
  await inTurns(togetherIn(stage, files), async paths => {
    const { failures, output, ...counts } = await runTestFiles(paths, env, name)
    for (const sort of ['passed', 'failed', 'skipped'] as const) tally[sort] += counts[sort]
    for (const failure of failures) printFailure(failure, stage)
    if (failures.length && output.trim()) console.log(indented(`What ${paths.join(' ')} wrote:\n${output.trimEnd()}\n`))
  })
  return tally
}

async function environment(stage: Stage): Promise<NodeJS.ProcessEnv> {
  const nothing = { TEST_POSTGRES_URL: undefined, TEST_REDIS_URL: undefined }
  const env: NodeJS.ProcessEnv = { ...process.env, ...nothing, TEST_ENGINE: stage.engine }
  for (const name of stage.servers) {
    const { start, variable } = starters[name]
    const server = servers.get(name) ?? (await start())
    servers.set(name, server)
    env[variable] = server.url
  }
  return env
}

function printFailure({ title, place, error }: Failure, stage: Stage) {
  allFailures.push(`${stage.name}: ${title} (${place})`)
  console.log(`  ✖ ${title}\n${indented(`${place}\n${error}`)}\n`)
}

function indented(text: string) {
  return text.replace(/^(?=.)/gm, '    ')
}

function printTotal() {
  const { passed, failed, skipped } = total
  if (allFailures.length) console.log(`\nFailed:\n${allFailures.map(line => `  ✖ ${line}`).join('\n')}`)
  if (!passed && !failed) console.log('\nNo test ran.')
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed || !passed ? 1 : 0
}
