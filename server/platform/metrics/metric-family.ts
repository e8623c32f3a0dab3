// Metrics as data, and their text format (Prometheus 0.0.4). This module does not know where the values come from.

export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

export type Labels = Readonly<Record<string, string | number>>

export interface Sample {
  /** The suffix of the sample's name: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}

export const gauge = (name: string, help: string, samples: number | readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: 'gauge',
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
})

export const counter = (name: string, help: string, samples: number | readonly Sample[]): MetricFamily => ({
  ...gauge(name, help, samples),
  type: 'counter',
})

/** A family without samples is omitted: its values could not be read, or there is nothing to count. */
export function formatMetrics(families: readonly MetricFamily[]): string {
  const lines: string[] = []
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
    for (const { suffix = '', labels, value } of samples) lines.push(`${name}${suffix}${labelText(labels)} ${value}`)
  }
  return `${lines.join('\n')}\n`
}

function labelText(labels: Labels | undefined): string {
  if (!labels) return ''
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join()}}`
}

const escapeLabel = (value: string) =>
  value.replace(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`))
