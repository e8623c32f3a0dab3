// The metrics that /metrics reports.

export { collectMetrics, type MetricSource } from './collect-metrics.ts'
export { diskMetrics } from './disk-metrics.ts'
export { Durations, histogram } from './durations.ts'
export { sampleEventLoopDelay } from './event-loop-delay.ts'
export { counter, gauge, type MetricFamily } from './metric-family.ts'
export { Metrics } from './metrics.ts'
export { processMetrics } from './process-metrics.ts'
export { disconnectedStatus } from './request-durations.ts'
