// How late timers of this process are: the time that a request waits for the event loop. One sampler serves all servers
// of a process. The histogram only grows, so any number of scrapers can read it; the maximum covers the time since the
// last scrape by any of them.

import { Durations, histogram } from './durations.ts'
import { gauge, type MetricFamily } from './metric-family.ts'

const sampleMs = 20
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const delays = new Durations(bounds)
let maxSeconds = 0
let users = 0
let timer: NodeJS.Timeout | undefined

/** Returns the function that stops sampling. */
export function sampleEventLoopDelay(): () => void {
  users += 1
  if (!timer) start()
  let isStopped = false
  return () => {
    if (isStopped) return
    isStopped = true
    users -= 1
    if (users > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function start(): void {
  let expectedAt = performance.now() + sampleMs
  timer = setInterval(() => {
    const now = performance.now()
    const seconds = Math.max(0, now - expectedAt) / 1_000
    expectedAt = now + sampleMs
    delays.observe(seconds)
    maxSeconds = Math.max(maxSeconds, seconds)
  }, sampleMs)
  timer.unref()
}

export function eventLoopMetrics(): MetricFamily[] {
  const max = maxSeconds
  maxSeconds = 0
  return [
    histogram('nodejs_eventloop_delay_seconds', 'How late timers run, sampled 50 times a second.', delays.samples()),
    gauge('nodejs_eventloop_delay_max_seconds', 'The longest of these delays since the previous scrape.', max),
  ]
}
