// Loads the exporter of traces if a collector is configured, and nothing otherwise.

import type { Logger } from 'pino'
import type { TraceSettings, Traces } from './traces.ts'

/** Returns null without settings. */
export async function openTraces(settings: TraceSettings | undefined, log: Logger): Promise<Traces | null> {
  if (!settings) return null
  const { openOtlpTraces } = await import('./otlp-traces.ts')
  return openOtlpTraces(settings, log)
}
