// The metrics of the process, with the names that Prometheus clients of every language use.

import { readdir, readFile } from 'node:fs/promises'
import { eventLoopMetrics } from './event-loop-delay.ts'
import { counter, gauge, type MetricFamily } from './metric-family.ts'

export async function processMetrics(): Promise<MetricFamily[]> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const [openFiles, maxFiles] = await Promise.all([countOpenFiles(), findMaxFiles()])
  return [
    counter('process_cpu_seconds_total', 'User and system CPU time of the process.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
    gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.', startedAt),
    gauge('process_open_fds', 'Open file descriptors, sockets included.', openFiles),
    gauge('process_max_fds', 'The limit on open file descriptors.', maxFiles),
    gauge('nodejs_heap_size_used_bytes', 'Memory used by JavaScript objects.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Memory of the JavaScript heap.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the JavaScript heap.', external),
    ...eventLoopMetrics(),
  ]
}

const startedAt = Math.round(Date.now() / 1_000 - process.uptime())

/** Empty if the system has no /proc. */
const countOpenFiles = async () =>
  await readdir('/proc/self/fd').then(
    names => [{ value: names.length }],
    () => [],
  )

const findMaxFiles = async () =>
  await readFile('/proc/self/limits', 'utf8').then(
    text => {
      const limit = /^Max open files\s+(\d+)/m.exec(text)?.[1]
      return limit === undefined ? [] : [{ value: Number(limit) }]
    },
    () => [],
  )
