// The plan of faults: which, where, for how long, and when the next one begins. The same seed gives the same plan.

import { type Random, seededRandom } from '../server/testing/seeded-random.ts'

export type Engine = 'sqlite' | 'postgres'

/** The target of a fault: a second fault of the same target waits until the first is over. */
type Place = 'node' | 'disk' | 'postgres' | 'redis' | 'storage' | 'proxy'

interface FaultSort {
  readonly place: Place
  /** How often it happens compared with others. */
  readonly weight: number
  /** How long it lasts, in milliseconds. */
  readonly lasts: readonly [min: number, max: number]
}

export const faultsOfCluster = {
  'kill node': { place: 'node', weight: 10, lasts: [0, 3_000] },
  'stop node': { place: 'node', weight: 3, lasts: [0, 1_000] },
  'freeze node': { place: 'node', weight: 8, lasts: [2_000, 20_000] },
  'kill two nodes': { place: 'node', weight: 1, lasts: [0, 2_000] },
  'freeze two nodes': { place: 'node', weight: 1, lasts: [2_000, 6_000] },
  'cut node from PostgreSQL': { place: 'node', weight: 4, lasts: [500, 8_000] },
  'freeze link to PostgreSQL': { place: 'node', weight: 6, lasts: [2_000, 15_000] },
  'slow link to PostgreSQL': { place: 'node', weight: 2, lasts: [1_000, 6_000] },
  'cut node from proxy': { place: 'node', weight: 2, lasts: [500, 6_000] },
  'freeze link to proxy': { place: 'node', weight: 3, lasts: [2_000, 10_000] },
  'fill disk of node': { place: 'disk', weight: 3, lasts: [2_000, 8_000] },
  'stop PostgreSQL fast': { place: 'postgres', weight: 2, lasts: [0, 4_000] },
  'stop PostgreSQL immediately': { place: 'postgres', weight: 2, lasts: [0, 4_000] },
  'terminate connections of PostgreSQL': { place: 'postgres', weight: 6, lasts: [0, 0] },
  'kill Redis': { place: 'redis', weight: 4, lasts: [1_000, 10_000] },
  'freeze Redis': { place: 'redis', weight: 3, lasts: [2_000, 8_000] },
  'flush Redis': { place: 'redis', weight: 4, lasts: [0, 0] },
  'cut node from Redis': { place: 'redis', weight: 2, lasts: [1_000, 8_000] },
  'freeze link to Redis': { place: 'redis', weight: 3, lasts: [2_000, 10_000] },
  'storage away': { place: 'storage', weight: 3, lasts: [2_000, 15_000] },
  'storage slow': { place: 'storage', weight: 3, lasts: [2_000, 10_000] },
  'storage answers with errors': { place: 'storage', weight: 3, lasts: [1_000, 8_000] },
  'freeze link to storage': { place: 'storage', weight: 3, lasts: [2_000, 10_000] },
  'restart proxy': { place: 'proxy', weight: 5, lasts: [0, 500] },
} as const satisfies Record<string, FaultSort>

export const faultsOfServer = {
  'kill under load': { place: 'node', weight: 12, lasts: [0, 400] },
  'kill during start': { place: 'node', weight: 8, lasts: [20, 900] },
  'kill during upload': { place: 'node', weight: 5, lasts: [0, 40] },
  'kill during publishing': { place: 'node', weight: 5, lasts: [0, 120] },
  'kill during checkpoint': { place: 'node', weight: 5, lasts: [0, 60] },
  'kill during export': { place: 'node', weight: 3, lasts: [0, 120] },
  'kill during backup': { place: 'node', weight: 2, lasts: [200, 2_000] },
  'back up': { place: 'node', weight: 1, lasts: [0, 0] },
  'stop server': { place: 'node', weight: 1, lasts: [0, 0] },
  'freeze server': { place: 'node', weight: 1, lasts: [500, 3_000] },
  'fill disk': { place: 'node', weight: 1, lasts: [500, 2_000] },
} as const satisfies Record<string, FaultSort>

export type ClusterFault = keyof typeof faultsOfCluster
export type ServerFault = keyof typeof faultsOfServer
export type FaultKind = ClusterFault | ServerFault

export interface PlannedFault {
  readonly number: number
  readonly kind: FaultKind
  readonly place: Place
  /** Milliseconds from 0. */
  readonly node: number
  readonly lastsMs: number
  /** A frozen link loses its connections when it is restored. */
  readonly isReset: boolean
  /** The earliest start of the next fault after this one; it waits longer until its target is free. */
  readonly gapMs: number
}

const nodeCount = 3

/** Yields faults without end. */
export function* planFaults(engine: Engine, seed: number): Generator<PlannedFault> {
  const random = seededRandom(seed)
  const sorts: Readonly<Record<string, FaultSort>> = engine === 'postgres' ? faultsOfCluster : faultsOfServer
  for (let number = 1; ; number += 1) {
    const kind = pickWeighted(sorts, random)
    const { place, lasts } = sorts[kind] as FaultSort
    const [min, max] = lasts
    yield {
      number,
      kind: kind as FaultKind,
      place,
      node: random.below(nodeCount),
      // Short ones are more frequent.
      lastsMs: min + Math.floor((max - min + 1) * random.next() ** 2),
      isReset: random.below(2) === 0,
      gapMs: engine === 'postgres' ? 300 + random.below(1_700) : random.below(400),
    }
  }
}

export function describeFault({ number, kind, node, lastsMs }: PlannedFault): string {
  const where = /node|link/.test(kind) ? ` (node ${node + 1})` : ''
  return `#${number} ${kind}${where}, ${(lastsMs / 1_000).toFixed(1)} s`
}

function pickWeighted(sorts: Readonly<Record<string, FaultSort>>, random: Random): string {
  const entries = Object.entries(sorts)
  let rest = random.below(entries.reduce((sum, [, { weight }]) => sum + weight, 0))
  for (const [kind, { weight }] of entries) {
    if (rest < weight) return kind
    rest -= weight
  }
  throw new Error('no fault has a weight')
}
