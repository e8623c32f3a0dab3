// The checks at the end of a run, in order. Those of logs come last, because jobs add to them.

import type { RunState } from '../run-state.ts'
import type { Stack } from '../stack/stack.ts'
import { readBoardLog } from './board-log.ts'
import type { Check, CheckedRun } from './check.ts'
import { checkLiveClients, checkWebhooks } from './check-clients.ts'
import { checkExports, checkJobs, checkPublishing, checkUploads } from './check-jobs.ts'
import { checkLedger, checkLogs } from './check-logs.ts'
import { checkTemporaryFiles } from './check-temporary-files.ts'

const checksOfJobs: Readonly<Record<string, Check>> = {
  uploads: checkUploads,
  exports: checkExports,
  publishing: checkPublishing,
  jobs: checkJobs,
}

const checksOfLogs: Readonly<Record<string, Check>> = {
  logs: checkLogs,
  changes: checkLedger,
  live: checkLiveClients,
  webhooks: checkWebhooks,
  'temporary files': checkTemporaryFiles,
}

export interface CheckResult {
  readonly name: string
  readonly checked: string
  readonly violations: number
}

export async function runFinalChecks(
  context: Omit<CheckedRun, 'logs'>,
  print: (line: string) => void,
): Promise<CheckResult[]> {
  const { run } = context
  const results = await runChecks(checksOfJobs, { ...context, logs: [] }, print)
  const client = run.patientClient()
  const logs = await Promise.all(run.boards.map(board => readBoardLog(client, board)))
  results.push(...(await runChecks(checksOfLogs, { ...context, logs }, print)))
  return results
}

async function runChecks(checks: Readonly<Record<string, Check>>, checked: CheckedRun, print: (line: string) => void) {
  const { violations } = checked.run
  const results: CheckResult[] = []
  for (const [name, check] of Object.entries(checks)) {
    print(`checking ${name} …`)
    const words = await check(checked).catch(error => {
      violations.add(name, `the check failed: ${(error as Error).message}`)
      return 'not checked'
    })
    results.push({ name, checked: words, violations: violations.countOf(name) })
  }
  return results
}

/** The nodes end when they are asked to, and leave a database that is whole. */
export async function checkStopped(run: RunState, stack: Stack): Promise<CheckResult[]> {
  await Promise.all(
    stack.nodes.map(async ({ name, program }) => {
      const { code } = await program.end('SIGTERM')
      if (code !== 0) run.violations.add('nodes', `${name} ended with status ${code} when it was asked to stop`)
    }),
  )
  run.violations.add('database', ...(await stack.checkDatabase()))
  return [
    { name: 'database', checked: 'whole', violations: run.violations.countOf('database') },
    { name: 'reads', checked: 'during the run', violations: run.violations.countOf('reads') },
    { name: 'responses', checked: 'during the run', violations: run.violations.countOf('responses') },
    { name: 'nodes', checked: 'start, recover and stop', violations: run.violations.countOf('nodes') },
  ]
}
