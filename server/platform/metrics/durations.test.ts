// Tests histograms and the text format.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { collectMetrics } from './collect-metrics.ts'
import { Durations, histogram } from './durations.ts'
import { formatMetrics, gauge } from './metric-family.ts'
import { RequestDurations } from './request-durations.ts'

test('[OPS-20] a histogram counts a duration in its bucket and in all wider ones', () => {
  const durations = new Durations([0.1, 1])
  for (const seconds of [0.05, 0.1, 0.5, 20]) durations.observe(seconds)
  assert.equal(
    formatMetrics([histogram('waits_seconds', 'Waits.', durations.samples({ kind: 'a' }))]),
    [
      '# HELP waits_seconds Waits.',
      '# TYPE waits_seconds histogram',
      'waits_seconds_bucket{kind="a",le="0.1"} 2',
      'waits_seconds_bucket{kind="a",le="1"} 3',
      'waits_seconds_bucket{kind="a",le="+Inf"} 4',
      'waits_seconds_sum{kind="a"} 20.65',
      'waits_seconds_count{kind="a"} 4',
      '',
    ].join('\n'),
  )
})

test('[OPS-20] label values are escaped, and a family without samples is omitted', () => {
  const text = formatMetrics([gauge('a', 'A.', [{ labels: { b: 'x"\\\n' }, value: 1 }]), gauge('c', 'C.', [])])
  assert.equal(text, '# HELP a A.\n# TYPE a gauge\na{b="x\\"\\\\\\n"} 1\n')
})

test('[OPS-20] the labels of requests are bounded: unknown methods share one value', () => {
  const requests = new RequestDurations()
  requests.observe('PROPFIND', 'none', 404, 0.01)
  requests.observe('LOCK', 'none', 404, 0.01)
  const labels = new Set(requests.samples().map(({ labels }) => `${labels?.method} ${labels?.route} ${labels?.status}`))
  assert.deepEqual([...labels], ['other none 404'])
})

test('[OPS-21] a source that does not respond is omitted after a while, and is reported', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sources = [
    { name: 'well', collect: () => [gauge('a', 'A.', 1)] },
    { name: 'ill', collect: () => new Promise<never>(() => {}) },
  ]
  const collected = collectMetrics(sources, pino({ level: 'silent' }))
  t.mock.timers.tick(3_000)
  const text = await collected
  assert.match(text, /^a 1$/m)
  assert.match(text, /^tessera_metrics_source_up\{source="well"\} 1$/m)
  assert.match(text, /^tessera_metrics_source_up\{source="ill"\} 0$/m)
})
