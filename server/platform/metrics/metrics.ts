// What the server records at runtime, for /metrics. There is one instance per app, because tests open several in a
// process.

import { Durations, histogram } from './durations.ts'
import { counter, type MetricFamily } from './metric-family.ts'
import { RequestDurations } from './request-durations.ts'

const shortBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Metrics {
  readonly requests = new RequestDurations()
  /** From the start of a batch of changes until it is durable. */
  readonly commits = new Durations(shortBounds)
  /** From when a room learns of new events until they are written to its sockets. */
  readonly fanOut = new Durations(shortBounds)
  failedCommits = 0
  rateLimitedRequests = 0

  families(): MetricFamily[] {
    return [
      histogram(
        'http_server_request_duration_seconds',
        'Duration of requests by method, route and status; 499 if the client disconnected before the response.',
        this.requests.samples(),
      ),
      counter('tessera_rate_limited_requests_total', 'Requests refused by a limit (429).', this.rateLimitedRequests),
      histogram(
        'tessera_commit_seconds',
        'From the start of a batch of changes until it is durable.',
        this.commits.samples(),
      ),
      counter('tessera_commits_failed_total', 'Batches of changes that the database refused.', this.failedCommits),
      histogram(
        'tessera_live_fanout_seconds',
        'From when a room learns of new events until they are written to its sockets.',
        this.fanOut.samples(),
      ),
    ]
  }
}
