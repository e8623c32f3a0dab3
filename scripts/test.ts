// `npm test`: the checks, then every test file, those of the server once on each engine. Ends with one line of counts.
// `npm test -- unit`, `-- server`, `-- sqlite`, `-- e2e`, `-- path/to/file.test.ts` and `-- --name <pattern>` run parts.

import { parseArgs } from 'node:util'
import { checkNames, runCheck, type Tally } from './check.ts'
import { inOrder, type Voice } from './in-order.ts'
import { inTurns } from './in-turns.ts'
import { isTest, listProjectFiles } from './project-files.ts'
import { runTestFiles } from './run-test-files.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { startPostgres, startRedis, type TestServer } from './test-servers.ts'
import { type Selection, type ServerName, type Stage, select, togetherIn } from './test-stages.ts'

type Work = () => Promise<Tally>

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
  const parts = selected.flatMap(one => partsOf(one, voices.next(), name))
  await inTurns(parts, part => part())
} catch (error) {
  total.failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  const started = await Promise.allSettled(servers.values())
  await Promise.all(started.map(one => (one.status === 'fulfilled' ? one.value.stop() : null)))
}
printTotal()
// Where a server could not be started, other files still run.
process.exit()

function readArguments(): { name: string | undefined; selected: Selection[] } {
  const { values, positionals } = parseArgs({ options: { name: { type: 'string' } }, allowPositionals: true })
  return {
    name: values.name,
    selected: select(positionals, values.name !== undefined, listProjectFiles(isTest)),
  }
}

/** Stages follow each other without a pause: the next one begins while the last files of one still run. */
function partsOf({ stage, files }: Selection, { say, end }: Voice, name: string | undefined): (() => Promise<void>)[] {
  const works: Work[] = stage.holds
    ? togetherIn(stage, files).map(paths => () => runFiles(stage, paths, name, say))
    : checkNames().map(check => () => runCheck(check, [], say))
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  let startedAt: number | undefined
  let left = works.length
  say(`\n── ${stage.name}`)
  if (!left) {
    say('  no test files, passed over')
    end()
  }
  return works.map(work => async () => {
    startedAt ??= performance.now()
    add(tally, await work())
    left -= 1
    if (left) return
    say(summary(stage, tally, (performance.now() - startedAt) / 1000))
    add(total, tally)
    end()
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

function add(to: Tally, more: Tally) {
  for (const sort of ['passed', 'failed', 'skipped'] as const) to[sort] += more[sort]
}

function summary(stage: Stage, { passed, failed, skipped }: Tally, seconds: number) {
  const tests = passed + failed + skipped
  const what = stage.holds ? 'tests' : 'checks'
  return `  ${failed ? `${failed} of ${tests} ${what} failed` : `${what}: ${tests}`}, ${seconds.toFixed(1)} s`
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
