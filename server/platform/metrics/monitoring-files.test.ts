// Tests the dashboard and the alerts in deploy/ against the metrics of a running server, and all of it with promtool.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openLive } from '../../testing/live-client.ts'
import { until } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'

const deploy = join(import.meta.dirname, '../../../deploy')

async function promtool(args: readonly string[], input = ''): Promise<string> {
  const child = spawn('promtool', args, { cwd: join(deploy, 'prometheus') })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.equal(code, 0, output + errors)
  return output + errors
}

/** The labels of each metric; histograms are listed by the names of their samples. */
function labelsIn(metrics: string): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>()
  for (const line of metrics.split('\n')) {
    const [, name, pairs = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name === undefined) continue
    const known = labels.get(name) ?? new Set<string>()
    for (const [, label = ''] of pairs.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  return labels
}

/** The labels that Prometheus adds to every sample. */
const targetLabels = ['job', 'instance']

/** These depend on the engine. */
const onlyOn = { sqlite: /^tessera_sqlite_/, postgres: /^tessera_db_pool_/ }

const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:tessera|http_server|process|nodejs)_\w+/g)].map(([name]) => name)

function checkExpression(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): void {
  const names = namesIn(expression)
  assert.ok(names.length > 0 || expression.startsWith('up{'), `no metric in ${expression}`)
  for (const name of names) assert.ok(known.has(name), `${name} of ${expression} does not exist`)
  const ofAll = new Set([...targetLabels, ...names.flatMap(name => [...(known.get(name) ?? [])])])
  for (const [, name = '', matchers = ''] of expression.matchAll(/(\w+)\{([^}]*)\}/g))
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      assert.ok(targetLabels.includes(label) || known.get(name)?.has(label), `${name} has no label ${label}`)
  for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(',').map(one => one.trim()))
      assert.ok(ofAll.has(label), `no metric of ${expression} has the label ${label}`)
}

async function dashboardExpressions(): Promise<string[]> {
  const file = JSON.parse(await readFile(join(deploy, 'grafana/tessera.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
    annotations: { list: { expr: string }[] }
  }
  return [...file.panels.flatMap(({ targets = [] }) => targets), ...file.annotations.list].map(({ expr }) => expr)
}

/** Parses the file in the format in which it is written; promtool checks that it is valid. */
async function alerts(): Promise<{ alert: string; expr: string }[]> {
  const file = await readFile(join(deploy, 'prometheus/alerts.yaml'), 'utf8')
  const found = [...file.matchAll(/- alert: (\w+)\n {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/g)]
  assert.equal(found.length, file.match(/alert:/g)?.length)
  return found.map(([, alert = '', lines, line]) => ({ alert, expr: (lines ?? line ?? '').trim() }))
}

test('[OPS-23] [OPS-24] every metric and label of the dashboard and the alerts exists, and promtool accepts all metrics', async () => {
  const there = await worldWith({})
  const { ann, board, send } = there
  const live = await openLive(there, ann)
  await ann.notes.create(board, { text: 'n' })
  await live.until(messages => messages.find(({ type }) => type === 'events'))
  const metrics = await until(async () => {
    const found = await (await send('/metrics')).text()
    // The request that created the note, and the scrape before this one.
    return /route="\/metrics"/.test(found) && /^tessera_live_fanout_seconds_count [1-9]/m.test(found) && found
  })
  assert.match(metrics, /^tessera_commit_seconds_count [1-9]/m)
  assert.match(metrics, /^tessera_live_connections 1$/m)
  assert.match(metrics, /^tessera_live_rooms 1$/m)
  assert.match(metrics, /^tessera_ready 1$/m)
  await promtool(['check', 'metrics'], metrics)
  const known = labelsIn(metrics)
  const { engine } = there.dependencies.db
  const absent = engine === 'sqlite' ? onlyOn.postgres : onlyOn.sqlite
  const expressions = [...(await dashboardExpressions()), ...(await alerts()).map(({ expr }) => expr)]
  assert.ok(expressions.length > 40)
  for (const expression of expressions)
    if (!namesIn(expression).some(name => absent.test(name))) checkExpression(expression, known)
  live.socket.close()
})

test('[OPS-24] promtool accepts the rules and the scrape configuration, and each alert fires when it should', async () => {
  await promtool(['check', 'rules', 'alerts.yaml'])
  await promtool(['check', 'config', '--syntax-only', 'prometheus.yaml'])
  await promtool(['test', 'rules', 'alerts.test.yaml'])
  const tested = await readFile(join(deploy, 'prometheus/alerts.test.yaml'), 'utf8')
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  for (const { alert } of await alerts()) {
    assert.ok(tested.includes(`alertname="${alert}"`), `${alert} is not tested`)
    assert.ok(guide.includes(`\`${alert}\``), `docs/operating.md does not say what to do about ${alert}`)
  }
})

test('[OPS-25] every metric is described in docs/operating.md', async () => {
  const { send } = await worldWith({})
  const metrics = await (await send('/metrics')).text()
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const families = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string)
  assert.ok(families.length > 30)
  for (const name of families) assert.ok(guide.includes(`\`${name}\``), `docs/operating.md does not describe ${name}`)
})
