// Messages between processes.

export { type BusCallback, BusSubscriptions, type ClusterBus } from './cluster-bus.ts'
export { openFailoverBus } from './failover-bus.ts'
