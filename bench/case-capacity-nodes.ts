// One room of 1,000 people on one node, with 50 changes a second that are made on another node. Two processes on PostgreSQL
// and Redis.

import { startRedis } from '../scripts/test-servers.ts'
import type { Benchmark } from './benchmark.ts'
import { finding } from './case-capacity.ts'
import { newBoards } from './live-boards.ts'
import { runLiveLoad } from './live-load.ts'
import { spreadOf } from './measure.ts'
import { startProduct } from './product.ts'

const receivers = 1_000
const warmUpSeconds = 3

export const roomAcrossNodes: Benchmark = {
  group: 'capacity',
  name: 'nodes',
  title: 'One room of 1,000, 50 changes a second made on another node',
  async run(bench) {
    const redis = await startRedis()
    const product = await startProduct('postgres', await bench.postgresUrl(), { REDIS_URL: redis.url })
    const node = await product.startNode()
    try {
      const connections = await newBoards(product, 20)({ rooms: 1, perRoom: receivers + 1 })
      // The writer comes first, alone on the other node.
      const placed = connections.map((one, index) => ({ ...one, port: index === 0 ? product.port : node.port }))
      const load = {
        port: node.port,
        dialect: 'tessera-changes',
        connections: placed,
        writers: 1,
        perSecond: 50,
      } as const
      await runLiveLoad({ ...load, seconds: warmUpSeconds }, node.cpuMicros)
      const results: Awaited<ReturnType<typeof runLiveLoad>>[] = []
      for (let round = 0; round < bench.pace.rounds; round++)
        results.push(await runLiveLoad({ ...load, seconds: bench.pace.seconds }, node.cpuMicros))
      const lost = results.reduce((sum, { sent, deliveries }) => sum + sent * (receivers + 1) - deliveries, 0)
      return {
        sides: [],
        findings: [
          { what: 'p50', unit: 'ms', ...spreadOf(results.map(one => one.p50Ms)) },
          { what: 'p99', unit: 'ms', ...spreadOf(results.map(one => one.p99Ms)) },
          {
            what: 'CPU per delivery in µs, on the node of the receivers',
            unit: '',
            ...spreadOf(results.map(one => one.cpuMicros / one.deliveries)),
          },
          finding('deliveries dropped', '', lost, { atMost: 0 }),
        ],
      }
    } finally {
      await node.stop()
      await product.drop()
      await redis.stop()
    }
  },
}
