// Spans of the server's work, as the rest of the server sees them. Null if tracing is off: then nothing is loaded and
// nothing is recorded. otlp-traces.ts exports the spans.

import { AsyncLocalStorage } from 'node:async_hooks'

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface TraceSettings {
  /** The address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly serviceVersion: string
  readonly sampler: (typeof samplerNames)[number]
  readonly samplerRatio: number
  /** How long spans are collected before they are sent. */
  readonly exportIntervalMs?: number
}

type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  readonly traceId: string
  /** The header that makes spans of another server its children (W3C Trace Context). */
  readonly traceparent: string
  readonly isEnded: boolean
  setName(name: string): void
  setAttributes(attributes: Attributes): void
  /** The message is recorded: it must not contain secrets. */
  fail(message: string): void
  end(): void
}

export interface SpanOptions {
  readonly kind: 'internal' | 'client' | 'server' | 'consumer'
  readonly attributes?: Attributes
  /** The parent in another process. Without it the current span is the parent. */
  readonly traceparent?: string | undefined
  /** Whether it starts a new trace, regardless of what triggered it. */
  readonly isRoot?: boolean
}

export interface Traces {
  start(name: string, options: SpanOptions): Span
  /** Flushes what is pending, for a short time. */
  close(): Promise<void>
}

// There is one context for the process, because the log reads it, too. A span itself records which trace it belongs to.
const active = new AsyncLocalStorage<Span>()

export const withinSpan = <T>(span: Span, work: () => T): T => active.run(span, work)

export function findActiveSpan(): Span | undefined {
  const span = active.getStore()
  return span?.isEnded ? undefined : span
}

/** The fields of a log line that identify its trace. */
export function traceFields(): { trace_id?: string } {
  const span = findActiveSpan()
  return span ? { trace_id: span.traceId } : {}
}

/** Runs the work within a span that ends with it. */
export async function traced<T>(
  traces: Traces,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = traces.start(name, options)
  try {
    return await withinSpan(span, () => work(span))
  } catch (error) {
    span.fail((error as Error | undefined)?.name ?? 'Error')
    throw error
  } finally {
    span.end()
  }
}
