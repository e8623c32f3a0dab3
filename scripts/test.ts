// `npm test`: the checks, then every test file, those of the server once on each engine. Ends with one line of counts.
// `npm test -- unit`, `-- server`, `-- sqlite`, `-- e2e`, `-- path/to/file.test.ts` and `-- --name <pattern>` run parts.

import { parseArgs } from 'node:util'
import { checkNames, runCheck, type Tally } from './check.ts'
import { inOrder, type Voice } from './in-order.ts'
import { inTurns } from './in-turns.ts'
import { isTest, listProjectFiles } from './project-files.ts'
import { runTestFiles } from './run-test-files.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { add, indented, stageParts, type Work } from './stage-parts.ts'
import { startPostgres, startRedis, type TestServer } from './test-servers.ts'
import { type Selection, type ServerName, type Stage, select, togetherIn } from './test-stages.ts'

const starters: Record<ServerName, { start: () => Promise<TestServer>; variable: string }> = {
  postgres: { start: startPostgres, variable: 'TEST_POSTGRES_URL' },
  redis: { start: startRedis, variable: 'TEST_REDIS_URL' },
}

const servers = new Map<ServerName, Promise<TestServer>>()
const scratch = makeScratchFolder()
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const allFailures: string[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', scratch.remove)

try {
  const { name, selected } = readArguments()
  const voices = inOrder(console.log)
  const stages = selected.map(one => partsOf(one, voices.next(), name))
  await inTurns(
    stages.flatMap(({ parts }) => parts),
    part => part(),
  )
  for (const { tally } of stages) add(total, tally)
} catch (error) {
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  const started = await Promise.allSettled(servers.values())
  await Promise.all(started.map(one => (one.status === 'fulfilled' ? one.value.stop() : null)))
}
printTotal()
process.exit()

function readArguments(): { name: string | undefined; selected: Selection[] } {
  const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true })
  return {
    name: values.name,
    selected: select(positionals, values.name !== undefined, listProjectFiles(isTest)),
  }
}

/** Stages follow each other without a pause: the next one begins while the last files of one still run. */
function partsOf({ stage, files }: Selection, voice: Voice, name: string | undefined) {
  const works: Work[] = stage.holds
    ? togetherIn(stage, files).map(paths => () => runFiles(stage, paths, name, voice.say))
    : checkNames().map(check => () => runCheck(check, [], voice.say))
  const what = stage.holds ? 'tests' : 'checks'
  return stageParts(works, {
    name: stage.name,
    what,
    voice,
    onFault: fault => allFailures.push(`${stage.name}: ${fault}`),
  })
}

async function runFiles(stage: Stage, paths: string[], name: string | undefined, say: Voice['say']): Promise<Tally> {
  const { failures, output, ...counts } = await runTestFiles(paths, await environment(stage), name)
  for (const { title, place, error } of failures) {
    allFailures.push(`${stage.name}: ${title} (${place})`)
    say(`  ✖ ${title}\n${indented(`${place}\n${error}`)}\n`)
  }
  if (failures.length && output.trim()) say(indented(`What ${paths.join(' ')} wrote:\n${output.trimEnd()}\n`))
  return counts
}

async function environment(stage: Stage): Promise<NodeJS.ProcessEnv> {
  const nothing = { TEST_POSTGRES_URL: undefined, TEST_REDIS_URL: undefined }
  const env: NodeJS.ProcessEnv = { ...process.env, ...nothing, TEST_ENGINE: stage.engine, TMPDIR: scratch.path }
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
