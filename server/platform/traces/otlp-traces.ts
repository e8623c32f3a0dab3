// Exports spans to a collector over OTLP (HTTP, protobuf). The queue is bounded: if the collector is unavailable, spans
// are dropped, requests do not wait, and the log says so once. Loaded only if a collector is configured.

import { type context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { findActiveSpan, type Span, type SpanOptions, type TraceSettings, type Traces } from './traces.ts'

const defaultExportIntervalMs = 2_000
const exportTimeoutMs = 5_000
/** A node that shuts down does not wait longer than this for its collector. */
const closeTimeoutMs = 2_000

export function openOtlpTraces(settings: TraceSettings, log: Logger): Traces {
  const { endpoint, headers, serviceName, serviceVersion, exportIntervalMs = defaultExportIntervalMs } = settings
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = reportingExporter(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportTimeoutMs }),
    url,
    log,
  )
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: exportIntervalMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('tessera', serviceVersion)
  return {
    start(name, options) {
      const { kind, attributes = {} } = options
      return new OtlpSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(options)))
    },
    async close() {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>(resolve => {
        timer = setTimeout(resolve, closeTimeoutMs)
      })
      await Promise.race([provider.shutdown().catch(() => {}), limit])
      clearTimeout(timer)
    },
  }
}

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
}

function samplerOf({ sampler, samplerRatio }: TraceSettings): Sampler {
  const name = sampler.replace(/^parentbased_/, '')
  const own =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(samplerRatio)
  return name === sampler ? own : new ParentBasedSampler({ root: own })
}

function parentOf({ isRoot, traceparent }: SpanOptions): typeof ROOT_CONTEXT {
  if (isRoot) return ROOT_CONTEXT
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (traceId && spanId && flags && !/^0+$/.test(traceId) && !/^0+$/.test(spanId))
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16) & 1,
      isRemote: true,
    })
  const active = findActiveSpan()
  return active instanceof OtlpSpan ? active.context : ROOT_CONTEXT
}

class OtlpSpan implements Span {
  isEnded = false
  readonly #span: OtelSpan

  constructor(span: OtelSpan) {
    this.#span = span
  }

  get context(): ReturnType<typeof context.active> {
    return trace.setSpan(ROOT_CONTEXT, this.#span)
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  setName(name: string): void {
    this.#span.updateName(name)
  }

  setAttributes(attributes: Record<string, string | number | boolean>): void {
    this.#span.setAttributes(attributes)
  }

  fail(message: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message })
  }

  end(): void {
    this.isEnded = true
    this.#span.end()
  }
}

/** Logs the first failure, and when exporting works again. */
function reportingExporter(exporter: SpanExporter, url: string, log: Logger): SpanExporter {
  let isFailing = false
  const report = (error: Error | undefined) => {
    if (error && !isFailing)
      log.warn({ err: error, url }, 'failed to export traces; spans are dropped until the collector responds')
    if (!error && isFailing) log.info({ url }, 'exporting traces again')
    isFailing = error !== undefined
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        report(result.code === 0 ? undefined : (result.error ?? new Error('the export failed')))
        done(result)
      }),
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: async () => await exporter.shutdown(),
  }
}
