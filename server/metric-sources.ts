// The sources of the values of /metrics, besides what is recorded: each source is read with every scrape.

import { type Deliverer, deliveryMetrics, type Live } from './board/index.ts'
import type { Cluster, ClusterState } from './cluster.ts'
import type { Dependencies } from './dependencies.ts'
import server from './package.json' with { type: 'json' }
import { checkNames, type Readiness, type ReadinessReport } from './platform/health/index.ts'
import { jobMetrics, type Worker } from './platform/jobs/index.ts'
import {
  diskMetrics,
  gauge,
  type MetricFamily,
  type MetricSource,
  type Metrics,
  processMetrics,
} from './platform/metrics/index.ts'
import type { Database } from './platform/sql/index.ts'

interface MetricDependencies {
  readonly metrics: Metrics
  /** Null without background work. */
  readonly worker: Worker | null
  readonly deliverer: Deliverer | null
  readonly live: Live
  readonly cluster: Cluster
  readonly readiness: Readiness
}

export function metricSources({ db, config }: Dependencies, measured: MetricDependencies): MetricSource[] {
  const { metrics, worker, deliverer, live, cluster, readiness } = measured
  return [
    { name: 'process', collect: processMetrics },
    { name: 'server', collect: () => [buildInfo(db.engine), ...metrics.families(), ...liveMetrics(live)] },
    { name: 'readiness', collect: async () => readinessMetrics(await readiness.check()) },
    { name: 'cluster', collect: () => [...poolMetrics(db), ...clusterMetrics(cluster.state())] },
    { name: 'jobs', collect: () => jobMetrics(db.read, worker, Date.now()) },
    { name: 'listeners', collect: () => deliveryMetrics(db.read, deliverer ?? undefined, Date.now()) },
    { name: 'disk', collect: () => diskMetrics(config.dataDir, db.engine) },
  ]
}

const buildInfo = (engine: string): MetricFamily =>
  gauge('tessera_build_info', 'Always 1; the labels name the version.', [
    { labels: { version: server.version, node: process.version, engine }, value: 1 },
  ])

const liveMetrics = (live: Live): MetricFamily[] => [
  gauge('tessera_live_connections', 'Open live sockets of this process.', live.connections),
  gauge('tessera_live_rooms', 'Workspaces that are open in this process.', live.rooms),
]

const readinessMetrics = ({ ready, checks }: ReadinessReport): MetricFamily[] => [
  gauge('tessera_ready', 'Whether /health/ready responds with 200.', Number(ready)),
  gauge(
    'tessera_check_ok',
    'Whether the checks of /health/ready pass.',
    checkNames.map(check => ({ labels: { check }, value: Number(checks[check].ok) })),
  ),
]

/** The embedded database has no pool. */
const poolMetrics = ({ pool }: Database): MetricFamily[] =>
  pool === null
    ? []
    : [
        gauge('tessera_db_pool_size', 'The most connections to PostgreSQL that this process opens.', pool.size),
        gauge('tessera_db_pool_in_use', 'Connections to PostgreSQL in use.', pool.inUse),
        gauge('tessera_db_pool_waiting', 'Work that waits for a connection to PostgreSQL.', pool.waiting),
      ]

const clusterMetrics = ({ redis, bus }: ClusterState): MetricFamily[] => [
  gauge('tessera_redis_state', 'The state of the connection to Redis: 1 for the current one.', [
    ...(['unused', 'connected', 'lost'] as const).map(state => ({ labels: { state }, value: Number(state === redis) })),
  ]),
  gauge('tessera_cluster_bus', 'What carries messages between processes: 1 for the current one.', [
    ...(['redis', 'postgres', 'none'] as const).map(carrier => ({
      labels: { carrier },
      value: Number(carrier === bus),
    })),
  ]),
]
