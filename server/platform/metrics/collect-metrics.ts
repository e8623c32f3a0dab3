// Combines the metrics of all sources. A source that fails or does not respond is omitted: metrics matter most when
// something is broken.

import type { Logger } from 'pino'
import { formatMetrics, gauge, type MetricFamily } from './metric-family.ts'

export interface MetricSource {
  readonly name: string
  readonly collect: () => readonly MetricFamily[] | Promise<readonly MetricFamily[]>
}

/** Less than the 10 seconds after which Prometheus gives up a scrape. */
const timeoutMs = 3_000

export async function collectMetrics(sources: readonly MetricSource[], log: Logger): Promise<string> {
  const collected = await Promise.all(sources.map(source => collect(source, log)))
  const up = sources.map(({ name }, index) => ({ labels: { source: name }, value: collected[index] ? 1 : 0 }))
  return formatMetrics([
    ...collected.flatMap(families => families ?? []),
    gauge('tessera_metrics_source_up', 'Whether the metrics of this source could be read.', up),
  ])
}

/** Returns null if the source failed. */
async function collect({ name, collect }: MetricSource, log: Logger): Promise<readonly MetricFamily[] | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs / 1_000} s`)), timeoutMs)
  })
  try {
    return await Promise.race([collect(), timeout])
  } catch (error) {
    log.error({ err: error, source: name }, `failed to read the metrics of ${name}; /metrics omits them`)
    return null
  } finally {
    clearTimeout(timer)
  }
}
