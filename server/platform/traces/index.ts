// Traces for an OpenTelemetry collector.

export { openTraces } from './open-traces.ts'
export { traceJobs, traceLiveChanges, traceParts } from './trace-parts.ts'
export { type Span, samplerNames, type TraceSettings, type Traces, traceFields, withinSpan } from './traces.ts'
