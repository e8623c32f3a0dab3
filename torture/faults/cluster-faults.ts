// The faults of three nodes and of the services they depend on. Each resolves when it is over: when the disturbed part
// works again.

import type { ClusterFault, PlannedFault } from '../fault-plan.ts'
import type { RunState } from '../run-state.ts'
import type { Cluster, ClusterNode } from '../stack/cluster.ts'
import type { Program } from '../stack/program.ts'
import { NodeHealth } from '../stack/stack.ts'

export type PerformFault = (fault: PlannedFault) => Promise<void>

const slowLinkMs = 150
const slowStorageMs = 1_500

export function clusterFaults(run: RunState, cluster: Cluster): PerformFault {
  const health = new NodeHealth(run, cluster.nodes.length)
  const all: Record<ClusterFault, PerformFault> = {
    ...nodeFaults(cluster, health),
    ...linkFaults(cluster, health),
    ...postgresFaults(run, cluster),
    ...redisFaults(cluster),
    ...storageFaults(cluster),
    'restart proxy': async ({ lastsMs }) => {
      await cluster.proxy.program.end('SIGTERM')
      await pause(lastsMs)
      await cluster.proxy.program.start()
    },
  }
  return fault => all[fault.kind as ClusterFault](fault)
}

function nodeFaults(cluster: Cluster, health: NodeHealth) {
  const nodesAt = (fault: PlannedFault, count: number) =>
    Array.from({ length: count }, (_, index) => nodeAt(cluster, fault.node + index))
  const endAndStart = (signal: NodeJS.Signals, count: number) => async (fault: PlannedFault) => {
    await Promise.all(
      nodesAt(fault, count).map(node =>
        whileImpaired(health, node, () => restart(node.program, signal, fault.lastsMs)),
      ),
    )
  }
  const freeze = (count: number) => async (fault: PlannedFault) => {
    await Promise.all(
      nodesAt(fault, count).map(node => whileImpaired(health, node, () => stall(node.program, fault.lastsMs))),
    )
  }
  return {
    'kill node': endAndStart('SIGKILL', 1),
    'stop node': endAndStart('SIGTERM', 1),
    'kill two nodes': endAndStart('SIGKILL', 2),
    'freeze node': freeze(1),
    'freeze two nodes': freeze(2),
    'fill disk of node': async (fault: PlannedFault) => {
      const { disk } = nodeAt(cluster, fault.node)
      await disk.fill?.()
      await pause(fault.lastsMs)
      await disk.empty()
    },
  }
}

function linkFaults(cluster: Cluster, health: NodeHealth) {
  const disturb =
    (name: keyof ClusterNode['links'], how: (link: ClusterNode['links']['postgres']) => void) =>
    async ({ node, lastsMs, isReset }: PlannedFault) => {
      const link = nodeAt(cluster, node).links[name]
      how(link)
      await pause(lastsMs)
      link.restore({ isReset })
    }
  const impairing = (perform: PerformFault) => (fault: PlannedFault) => {
    const node = nodeAt(cluster, fault.node)
    return whileImpaired(health, node, async () => {
      await perform(fault)
      await node.program.ready()
    })
  }
  return {
    'cut node from PostgreSQL': impairing(disturb('postgres', link => link.cut())),
    'freeze link to PostgreSQL': impairing(disturb('postgres', link => link.freeze())),
    'slow link to PostgreSQL': disturb('postgres', link => link.delay(slowLinkMs)),
    'cut node from proxy': impairing(disturb('proxy', link => link.cut())),
    'freeze link to proxy': impairing(disturb('proxy', link => link.freeze())),
    'cut node from Redis': disturb('redis', link => link.cut()),
    'freeze link to Redis': disturb('redis', link => link.freeze()),
    'freeze link to storage': disturb('storage', link => link.freeze()),
  }
}

function postgresFaults(run: RunState, { postgres }: Cluster) {
  const stop =
    (signal: NodeJS.Signals) =>
    async ({ lastsMs }: PlannedFault) => {
      const release = run.clock.halt()
      try {
        await restart(postgres.program, signal, lastsMs)
      } finally {
        release()
      }
    }
  return {
    'stop PostgreSQL fast': stop('SIGINT'),
    'stop PostgreSQL immediately': stop('SIGQUIT'),
    'terminate connections of PostgreSQL': () => postgres.terminateBackends(),
  }
}

function redisFaults({ redis }: Cluster) {
  return {
    'kill Redis': ({ lastsMs }: PlannedFault) => restart(redis.program, 'SIGKILL', lastsMs),
    'freeze Redis': ({ lastsMs }: PlannedFault) => stall(redis.program, lastsMs),
    'flush Redis': () => redis.flush(),
  }
}

function storageFaults({ nodes, storage }: Cluster) {
  const ofAll =
    (how: (link: ClusterNode['links']['storage']) => void) =>
    async ({ lastsMs }: PlannedFault) => {
      for (const { links } of nodes) how(links.storage)
      await pause(lastsMs)
      for (const { links } of nodes) links.storage.restore()
    }
  return {
    'storage away': ofAll(link => link.cut()),
    'storage slow': ofAll(link => link.delay(slowStorageMs)),
    'storage answers with errors': async ({ lastsMs }: PlannedFault) => {
      storage.queuedErrors.push(...Array.from({ length: 10_000 }, () => ({ status: 503, code: 'SlowDown' })))
      await pause(lastsMs)
      storage.queuedErrors.length = 0
    },
  }
}

const nodeAt = ({ nodes }: Cluster, index: number) => nodes[index % nodes.length] as ClusterNode

async function whileImpaired(health: NodeHealth, node: ClusterNode, run: () => Promise<void>): Promise<void> {
  const release = health.impair(node)
  try {
    await run()
  } finally {
    release()
  }
}

export async function restart(program: Program, signal: NodeJS.Signals, awayMs: number): Promise<void> {
  const { code } = await program.end(signal)
  await pause(awayMs)
  await program.start()
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`${program.name} ended with status ${code}`)
}

/** Freezes the process for a while; the process does not notice. */
export async function stall(program: Program, ms: number): Promise<void> {
  program.signal('SIGSTOP')
  await pause(ms)
  program.signal('SIGCONT')
  await program.ready()
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
